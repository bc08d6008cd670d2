# wget's parser of the header Set-Cookie.
same_as=wget
options='--sym-stdin-from $recipe/template.txt'
arguments='cookie'
