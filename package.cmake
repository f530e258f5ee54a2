# What a Debian package has beside what `cmake --install` puts there; read by `cpack` before it packs:
# a changelog, the manual page as Debian has it, and what lintian need not complain of.
set(usr "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(entry "danno (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * What changes for users is in /usr/share/doc/danno/docs/CHANGELOG.md.

 -- ${CPACK_PACKAGE_CONTACT}  Thu, 01 Jan 2026 00:00:00 +0000
")
file(WRITE "${usr}/share/doc/danno/changelog" "${entry}")
file(WRITE "${usr}/share/lintian/overrides/danno"
  "# They run inside the sandbox, which shows them no library.
danno: statically-linked-binary [usr/libexec/danno/danno-init]
danno: statically-linked-binary [usr/libexec/danno/probe/danno-probe]
")
execute_process(COMMAND gzip -9nf "${usr}/share/doc/danno/changelog" "${usr}/share/man/man1/danno.1" COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD "${usr}/share/doc/danno/changelog.gz" "${usr}/share/lintian/overrides/danno" "${usr}/share/man/man1/danno.1.gz"
  PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
# danno knows by this list that a file is missing.
file(READ "${usr}/share/danno/files" files)
string(REPLACE "share/man/man1/danno.1\n" "share/man/man1/danno.1.gz\n" files "${files}")
file(WRITE "${usr}/share/danno/files" "${files}")
