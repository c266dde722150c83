// Reads pairs of an expression and a text from standard input, and prints what Go's regexp makes of each: whether it matches, or null where the
// expression is refused.
package main

import (
	"encoding/json"
	"os"
	"regexp"
)

func main() {
	var pairs [][2]string
	if err := json.NewDecoder(os.Stdin).Decode(&pairs); err != nil {
		panic(err)
	}
	verdicts := make([]*bool, len(pairs))
	for i, pair := range pairs {
		if compiled, err := regexp.Compile(pair[0]); err == nil {
			matches := compiled.MatchString(pair[1])
			verdicts[i] = &matches
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
