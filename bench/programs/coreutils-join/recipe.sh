# join (paper 5).
same_as=coreutils-tr
program=join
arguments='A B --sym-files 2 8'
