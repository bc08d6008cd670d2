a? = x
all: ; echo $(a)
