# GNU's size on an ELF file with symbolic headers.
same_as=as
program=size
options='--sym-file-from A=$recipe/template.o'
arguments='A'
