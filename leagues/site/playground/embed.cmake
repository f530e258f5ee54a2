# Writes the script into a source file, while the program is built.
file(READ ${SCRIPT} DANNO_WASM)
configure_file(${TEMPLATE} ${OUT} @ONLY)
