# shellcheck shell=sh
# hostile_commands.sh -- sourced: commands that read and write small files, for
# tests of what happens when memory or room ends
#
# make_inputs makes the folder "in" here; each_command RUN calls
#
#   RUN NAME OUTPUTS COMMAND...
#
# for each of them, where OUTPUTS are the files that it writes, separated by
# spaces, and COMMAND is to be run in a folder beside "in".  Pictures are drawn
# by a stand-in for gnuplot.

make_inputs ()
{
  mkdir in
  npy=$ASSAY_SOURCE/tests/npy.sh
  "$npy" in/q.npy '<f4' '1, 1, 2' 3f800000 40000000
  "$npy" in/o.npy '<f4' '1, 1, 2' 3f800000 40000001
  "$npy" in/l.npy '<f4' '1, 1' 3f800000
  printf '%s\n' '{"query":[1,0],"query_position":4,"keys":[[1,0],[1,0]],' \
    '"key_positions":[1,3],"rotations":[["3/5","4/5"]]}' >in/rotary.json
  printf '%s\n' '{"q":[[0],[1]],"k":[[0],[1]],"v":[[0],["4/3"]],' \
    '"allowed":[[true,false],[true,true]],"causal":true}' >in/attention.json
  printf '%s\n' '{"head_dim":8,"max_position_embeddings":64,' \
    '"rope_theta":10000}' >in/config.json
  printf '%s\n' 'claim a : 1/3 + 1/6 = 1/2' 'claim b : exp (1) < 3' \
    >in/two.claims
  printf '%s\n' '#!/bin/sh' 'cat >/dev/null' \
    'echo "<svg>not much of a picture</svg>"' >in/gnuplot
  chmod +x in/gnuplot
  GNUPLOT=$PWD/in/gnuplot
  export GNUPLOT
  "$ASSAY" kernel attention --q=in/q.npy --k=in/q.npy --v=in/q.npy \
    --got=in/o.npy --shard=1/1 >in/part || exit 99
}

each_command ()
{
  i=../in
  set -- "$1" kernel attention --q=$i/q.npy --k=$i/q.npy --v=$i/q.npy
  run=$1
  shift
  $run rotary '' rotary $i/rotary.json
  $run rotary-json '' rotary --format=json --decimal=5 $i/rotary.json
  $run attention '' attention --format=json $i/attention.json
  $run eval '' eval 'sqrt (2) + 1/3'
  $run position '' position sinusoid --width=4 --position=3
  $run rope '' rope --as=all --format=json $i/config.json
  $run rope-table t.npy rope --table=t.npy --positions=0..3 $i/config.json
  $run plot-values '' plot --format=csv --frequencies=1 --distances=0..4
  $run plot p.svg plot --out=p.svg --frequencies=1 --distances=0..4
  $run kernel-attention 'w.npy h.html' "$@" --got=$i/o.npy --out=w.npy \
    --html=h.html --explain --jobs=1
  $run kernel-shard '' "$@" --got=$i/o.npy --shard=1/1
  $run kernel-combine h.html kernel combine --html=h.html $i/part
  $run kernel-merge h.html kernel merge --o=$i/q.npy,$i/o.npy \
    --lse=$i/l.npy,$i/l.npy --got=$i/o.npy --html=h.html --jobs=1
  $run kernel-rope 'w.npy h.html' kernel rope --x=$i/q.npy --got=$i/o.npy \
    --base=10000 --layout=adjacent --out=w.npy --html=h.html
  $run kernel-positions '' kernel positions --keys=$i/q.npy --got=$i/q.npy \
    --base=100 --layout=adjacent --most=9
  $run kernel-equal '' kernel equal layout=adjacent,dim=4,base=100 \
    layout=split-half,dim=4,base=100,permute=to-adjacent
  shift 2
  $run kernel-stages '' kernel stages "$@" --output=$i/o.npy
  $run kernel-invariants '' kernel invariants "$@" --got=$i/o.npy
  $run tolerance '' tolerance --shape=1,1,2,2 --atol=0.001 --jobs=1
}
