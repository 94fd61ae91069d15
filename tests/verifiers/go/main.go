// Checks the tree of a running Pandect server with the libraries of Go's checksum database, which know nothing of Pandect:
//
//	go run main.go SERVER KEY [RECEIPT…]
//
// SERVER is its address, as http://127.0.0.1:8080; KEY the public key that you trust; each RECEIPT a file. Written from
// docs/format.md alone. It checks the signature of the checkpoint, the hash of every leaf, the root over all
// of them, the proof of inclusion of every leaf in the tree of every size that it ever had, the proof of consistency of
// every pair of sizes, and the signature of every receipt.
//
// With Debian's golang-go and golang-golang-x-mod-dev: GO111MODULE=off GOPATH=/usr/share/gocode.
package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// The fields stand in the order of canonical JSON.
type head struct {
	Hash  string `json:"hash"`
	Index uint64 `json:"index"`
}

type leaf struct {
	Head head   `json:"head"`
	ID   string `json:"id"`
	Log  string `json:"log"`
	V    int    `json:"v"`
}

type page struct {
	Size   int64 `json:"tree_size"`
	Leaves []struct {
		Number int64  `json:"leaf_index"`
		Leaf   leaf   `json:"leaf"`
		Hash   string `json:"hash"`
	} `json:"leaves"`
	Next *int64 `json:"next_from"`
}

type inclusion struct {
	AuditPath  []string `json:"audit_path"`
	Checkpoint string   `json:"checkpoint"`
	Format     string   `json:"format"`
	Leaf       leaf     `json:"leaf"`
	LeafIndex  int64    `json:"leaf_index"`
	TreeSize   int64    `json:"tree_size"`
}

type consistency struct {
	Checkpoint  string   `json:"checkpoint"`
	Consistency []string `json:"consistency"`
	First       int64    `json:"first"`
	Format      string   `json:"format"`
	Second      int64    `json:"second"`
}

type verifier struct {
	server string
	key    note.Verifier
}

func must(err error, what string, more ...interface{}) {
	if err != nil {
		log.Fatalf("failed: %s: %v", fmt.Sprintf(what, more...), err)
	}
}

func assert(holds bool, what string, more ...interface{}) {
	if !holds {
		log.Fatalf("failed: %s", fmt.Sprintf(what, more...))
	}
}

func (v *verifier) get(path string) []byte {
	answer, err := http.Get(v.server + path)
	must(err, "GET %s", path)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	must(err, "GET %s", path)
	assert(answer.StatusCode == 200, "GET %s: %s %s", path, answer.Status, body)
	return body
}

func (v *verifier) object(path string, into interface{}) {
	decoder := json.NewDecoder(strings.NewReader(string(v.get(path))))
	decoder.DisallowUnknownFields()
	must(decoder.Decode(into), "GET %s", path)
}

// checkpoint opens a signed note and reads the tree in it.
func (v *verifier) checkpoint(text string) tlog.Tree {
	opened, err := note.Open([]byte(text), note.VerifierList(v.key))
	must(err, "checkpoint %q", text)
	lines := strings.SplitN(opened.Text, "\n", 2)
	assert(lines[0] == v.key.Name(), "the origin is %q, the log's name %q", lines[0], v.key.Name())
	assert(strings.Count(opened.Text, "\n") == 3, "checkpoint %q has more than three lines", text)
	// The library parses the checkpoints of its own database only, which differ in their first line.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1]))
	must(err, "checkpoint %q", text)
	return tree
}

func hash(text string) tlog.Hash {
	var hash tlog.Hash
	decoded, err := hex.DecodeString(text)
	must(err, "hash %q", text)
	assert(copy(hash[:], decoded) == tlog.HashSize && len(decoded) == tlog.HashSize, "hash %q", text)
	return hash
}

func hashes(texts []string) []tlog.Hash {
	found := []tlog.Hash{}
	for _, text := range texts {
		found = append(found, hash(text))
	}
	return found
}

func content(of leaf) []byte {
	text, err := json.Marshal(of)
	must(err, "leaf %v", of)
	return text
}

// leaves fetches every leaf, and computes the root of every size.
func (v *verifier) leaves() ([]leaf, []tlog.Hash) {
	var all []leaf
	var stored []tlog.Hash
	roots := []tlog.Hash{{}}
	read := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		found := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			found[i] = stored[index]
		}
		return found, nil
	})
	for next := int64(0); ; {
		var page page
		v.object(fmt.Sprintf("/v1/log/leaves?from=%d&limit=3", next), &page)
		for _, it := range page.Leaves {
			assert(it.Number == int64(len(all)), "leaf %d stands at %d", it.Number, len(all))
			assert(tlog.RecordHash(content(it.Leaf)) == hash(it.Hash), "the hash of leaf %d", it.Number)
			more, err := tlog.StoredHashes(it.Number, content(it.Leaf), read)
			must(err, "leaf %d", it.Number)
			stored, all = append(stored, more...), append(all, it.Leaf)
			root, err := tlog.TreeHash(int64(len(all)), read)
			must(err, "the root of %d", len(all))
			roots = append(roots, root)
		}
		if page.Next == nil {
			return all, roots
		}
		next = *page.Next
	}
}

func (v *verifier) inclusion(leaves []leaf, roots []tlog.Hash) {
	for number, leaf := range leaves {
		for size := number + 1; size <= len(leaves); size++ {
			var proof inclusion
			v.object(fmt.Sprintf("/v1/log/inclusion?id=%s&tree_size=%d", leaf.ID, size), &proof)
			tree := v.checkpoint(proof.Checkpoint)
			assert(proof.Format == "pandect-inclusion/2-draft.1", "format %q", proof.Format)
			assert(proof.Leaf == leaf && proof.LeafIndex == int64(number), "the proof of leaf %d is of another", number)
			sizes := []interface{}{proof.TreeSize, tree.N, size}
			assert(proof.TreeSize == int64(size) && tree.N == proof.TreeSize, "the sizes %d, %d, %d", sizes...)
			assert(tree.Hash == roots[size], "the root of %d", size)
			leafHash := tlog.RecordHash(content(leaf))
			proved := hashes(proof.AuditPath)
			must(tlog.CheckRecord(proved, tree.N, tree.Hash, proof.LeafIndex, leafHash), "leaf %d of %d", number, size)
			leafHash[0] ^= 1
			wrong := tlog.CheckRecord(proved, tree.N, tree.Hash, proof.LeafIndex, leafHash)
			assert(wrong != nil, "another leaf %d of %d is proved too", number, size)
		}
	}
}

func (v *verifier) consistency(roots []tlog.Hash) {
	for first := 1; first < len(roots); first++ {
		for second := first; second < len(roots); second++ {
			var proof consistency
			v.object(fmt.Sprintf("/v1/log/consistency?first=%d&second=%d", first, second), &proof)
			tree := v.checkpoint(proof.Checkpoint)
			assert(proof.Format == "pandect-consistency/2-draft.1", "format %q", proof.Format)
			same := proof.First == int64(first) && proof.Second == int64(second) && tree.N == proof.Second
			assert(same, "the sizes of %d-%d", first, second)
			assert(tree.Hash == roots[second], "the root of %d", second)
			proved := hashes(proof.Consistency)
			must(tlog.CheckTree(proved, tree.N, tree.Hash, proof.First, roots[first]), "%d-%d", first, second)
		}
	}
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: go run main.go SERVER KEY [RECEIPT…]")
	}
	key, err := note.NewVerifier(os.Args[2])
	must(err, "key %q", os.Args[2])
	v := &verifier{server: os.Args[1], key: key}
	tree := v.checkpoint(string(v.get("/v1/log/checkpoint")))
	leaves, roots := v.leaves()
	assert(tree.N == int64(len(leaves)), "the checkpoint is of %d leaves, and there are %d", tree.N, len(leaves))
	assert(tree.Hash == roots[len(leaves)] || tree.N == 0, "the root over all leaves is not the one that was signed")
	v.inclusion(leaves, roots)
	v.consistency(roots)
	for _, path := range os.Args[3:] {
		text, err := os.ReadFile(path)
		must(err, "%s", path)
		opened, err := note.Open(text, note.VerifierList(key))
		must(err, "%s", path)
		assert(strings.HasPrefix(opened.Text, "pandect/receipt/v1\n"), "%s is no receipt", path)
	}
	fmt.Printf("verified: %d leaves, %d receipts, root %s\n", len(leaves), len(os.Args)-3, tree.Hash)
}
