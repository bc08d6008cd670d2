# wget's parser of the dates in headers: strptime and time zones.
same_as=wget
options='--sym-stdin-from $recipe/template.txt'
arguments='date'
