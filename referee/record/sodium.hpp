// Starts libsodium, whose ciphers and hashes are those of any processor before.
#pragma once

namespace danno::referee::record {

/// Has libsodium look at the processor, once: dice and hashes are the same as without, but take a
/// quarter to half of the time. Throws std::runtime_error if there is no source of randomness.
void start_sodium();

}  // namespace danno::referee::record
