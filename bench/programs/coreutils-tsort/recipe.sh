# tsort (paper 5).
same_as=coreutils-factor
program=tsort
arguments='A --sym-files 1 12'
