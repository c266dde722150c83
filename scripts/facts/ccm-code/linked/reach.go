package main

// Marks what a program can carry out, by names alone: a declaration that something reached names; a method of a type that is reached, where its
// name is selected somewhere that is reached, or the standard library may call it. It is more than what is carried out, and nothing less.
func reached(all code, standard map[string]bool) map[string]bool {
	done := map[string]bool{}
	methodsOf := map[string][]string{}
	for key, found := range all {
		if found.receiver != "" {
			of := key[:len(key)-len(found.method)-1]
			methodsOf[of] = append(methodsOf[of], key)
		}
	}
	selected := map[string]bool{}
	for name := range standard {
		selected[name] = true
	}
	// Methods of types that are reached, by their names, which nothing has selected yet.
	waiting := map[string][]string{}
	var next []string
	add := func(key string) {
		if _, known := all[key]; known && !done[key] {
			done[key] = true
			next = append(next, key)
		}
	}
	for key, found := range all {
		if found.isRoot {
			add(key)
		}
	}
	for len(next) > 0 {
		key := next[len(next)-1]
		next = next[:len(next)-1]
		found := all[key]
		for _, name := range found.names {
			add(name)
		}
		for _, name := range found.selects {
			if !selected[name] {
				selected[name] = true
				for _, method := range waiting[name] {
					add(method)
				}
				delete(waiting, name)
			}
		}
		for _, method := range methodsOf[key] {
			if name := all[method].method; selected[name] {
				add(method)
			} else {
				waiting[name] = append(waiting[name], method)
			}
		}
	}
	return done
}
