# od (paper 5).
same_as=coreutils-factor
program=od
arguments='--sym-args 0 2 4 A --sym-files 1 16'
