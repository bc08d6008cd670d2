# wget's parser of HTML: the links of a page.
same_as=wget
options='--sym-stdin-from $recipe/template.html'
arguments='html'
