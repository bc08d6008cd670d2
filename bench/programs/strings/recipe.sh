# GNU's strings on a small symbolic file.
same_as=as
program=strings
arguments='--sym-args 0 2 3 A --sym-files 1 12'
