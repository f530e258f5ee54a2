#include "referee/sandbox/status_channel.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cstring>
#include <system_error>

#include "referee/sandbox/descriptor.hpp"

namespace danno::referee::sandbox {

StatusChannel make_status_channel() {
  std::array<int, 2> files{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, files.data()) != 0) {
    throw_errno("socketpair");
  }
  StatusChannel channel{Descriptor(files[0]), Descriptor(files[1])};
  // The kernel adds the sender's process id to each packet. The sender cannot forge it.
  const int on = 1;
  if (::setsockopt(files[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0) {
    throw_errno("setsockopt");
  }
  if (::fcntl(files[0], F_SETFL, O_NONBLOCK) != 0) throw_errno("fcntl");
  return channel;
}

std::optional<Packet> receive(const Descriptor& status, bool& ended) {
  Packet packet{};
  iovec part{&packet.report, sizeof packet.report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  ssize_t got = 0;
  do {
    got = ::recvmsg(status.get(), &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof packet.report) {
    // A packet of another size, the end of the channel or an error ends it; an empty channel does
    // not.
    ended = got >= 0 || errno != EAGAIN;
    return std::nullopt;
  }
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_CREDENTIALS) continue;
    ucred sender{};
    std::memcpy(&sender, CMSG_DATA(header), sizeof sender);
    packet.sender = sender.pid;
  }
  return packet;
}

}  // namespace danno::referee::sandbox
