// Checks a mirrored log with Go's sumdb packages: `go run main.go FOLDER VKEY OLD_CHECKPOINT PROOFS`.
// PROOFS has one line for each proof: `in INDEX HASH…` or `since SIZE HASH…`, with hashes in base64.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A checkpoint has the lines origin, size and root. tlog.ParseTree requires the Go checksum database's own origin.
func openTree(file string, verifier note.Verifier) tlog.Tree {
	data, err := os.ReadFile(file)
	check(err)
	opened, err := note.Open(data, note.VerifierList(verifier))
	check(err)
	lines := strings.SplitN(opened.Text, "\n", 2)
	if lines[0] != verifier.Name() {
		check(fmt.Errorf("%s: origin %q", file, lines[0]))
	}
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1]))
	check(err)
	return tree
}

type mirror struct{ folder string }

func (mirror) Height() int                            { return 8 }
func (mirror) SaveTiles([]tlog.Tile, [][]byte)        {}
func (m mirror) path(tile tlog.Tile) string           { return strings.Replace(tile.Path(), "tile/8/", "tile/", 1) }
func (m mirror) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := os.ReadFile(filepath.Join(m.folder, m.path(tile)))
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func main() {
	folder, vkey, old, proofs := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	verifier, err := note.NewVerifier(vkey)
	check(err)
	tree := openTree(filepath.Join(folder, "checkpoint"), verifier)
	before := openTree(old, verifier)
	// The reader authenticates each tile against the tree's hash.
	reader := tlog.TileHashReader(tree, mirror{folder})
	var indexes []int64
	for index := int64(0); index < tree.N; index++ {
		indexes = append(indexes, tlog.StoredHashIndex(0, index))
	}
	leaves, err := reader.ReadHashes(indexes)
	check(err)
	data, err := os.ReadFile(proofs)
	check(err)
	included, consistent := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		fields := strings.Fields(line)
		number, err := strconv.ParseInt(fields[1], 10, 64)
		check(err)
		var hashes []tlog.Hash
		for _, field := range fields[2:] {
			hash, err := tlog.ParseHash(field)
			check(err)
			hashes = append(hashes, hash)
		}
		if fields[0] == "in" {
			check(tlog.CheckRecord(tlog.RecordProof(hashes), tree.N, tree.Hash, number, leaves[number]))
			included++
		} else {
			if number != before.N {
				check(fmt.Errorf("no checkpoint of %d", number))
			}
			check(tlog.CheckTree(tlog.TreeProof(hashes), tree.N, tree.Hash, before.N, before.Hash))
			consistent++
		}
	}
	fmt.Printf("%d leaves, %d inclusion proofs, %d consistency proofs\n", len(leaves), included, consistent)
}
