# GNU's nm on a small symbolic file: what kind of object file is it?
same_as=as
program=nm
arguments='A --sym-files 1 64'
