# seq (paper 5).
same_as=coreutils-tr
program=seq
arguments='--sym-args 1 2 3'
