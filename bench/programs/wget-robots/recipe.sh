# wget's parser of robots.txt.
same_as=wget
options='--sym-stdin-from $recipe/template.txt'
arguments='robots'
