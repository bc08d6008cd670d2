# unexpand (paper 5).
same_as=coreutils-factor
program=unexpand
arguments='--sym-args 0 2 4 A --sym-files 1 10'
