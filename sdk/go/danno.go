// Package danno is for agents in Go: one function, position in, decision out.
//
//	func decide(question danno.Question) danno.Decision {
//		if question.IsOffer() {
//			return danno.Decline()
//		}
//		if question.MayBank(0) {
//			return danno.Bank(0)
//		}
//		return danno.Roll(0)
//	}
//
//	func main() {
//		danno.Play(decide)
//	}
//
// The messages, and what their fields mean, are those of agent.proto, with names in CamelCase;
// points are whole numbers in units (GameStart.Unit units make a point). Go 1.18 or later; no
// module is needed.
package danno

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"syscall"
)

const maxFrame = 64 * 1024
const byHand = `danno: this is an agent: a referee plays it, by pipes. In its folder, try
  danno check .
  danno match . hold`

// Action is what an agent does with an option, or with an offer.
type Action int

const (
	ActionRoll Action = iota + 1
	ActionBank
	ActionAccept
	ActionDecline
)

// Decision is the answer to a question.
type Decision struct {
	Action Action
	Option int
}

// Roll keeps the option and rolls again.
func Roll(option int) Decision { return Decision{ActionRoll, option} }

// Bank keeps the option and ends the turn.
func Bank(option int) Decision { return Decision{ActionBank, option} }

// Accept takes the offer and rolls its dice.
func Accept() Decision { return Decision{Action: ActionAccept} }

// Decline begins the turn with all dice.
func Decline() Decision { return Decision{Action: ActionDecline} }

// Parameter returns a value of your own that can be changed without building again: that of
// `parameters` in agent.toml or of `danno tune`, or else the given one. It panics if the value is not
// of that type.
func Parameter[T int | float64 | string](name string, otherwise T) T {
	text, given := os.LookupEnv("DANNO_" + name)
	if !given {
		return otherwise
	}
	value, kind := otherwise, "a number"
	var err error
	switch own := any(&value).(type) {
	case *int:
		kind = "a whole number"
		*own, err = strconv.Atoi(text)
	case *float64:
		*own, err = strconv.ParseFloat(text, 64)
	case *string:
		*own = text
	}
	if err != nil {
		panic(fmt.Sprintf("the parameter %s is '%s'; expected %s", name, text, kind))
	}
	return value
}

// ---- what an agent is told ----------------------------------------------------------------------

// GameStart is a game as it began: rules, parameters, seats, the agent's own seed.
type GameStart struct {
	Game       int
	Rules      string
	Parameters map[string]int
	Unit       int
	Dice       int
	Faces      string
	Seat       int
	Seats      int
	First      int
	Seed       uint64
	Resumed    bool     // an earlier process of the agent has played a part of the game and ended
	RuleSet    *RuleSet // nil if `danno rules` lists the rule set
}

// RuleSet is the rules of a game by a rule file: the whole text (TOML), every pattern that scores, and the
// other rules by key, named and valued as in the file: Traits["hot"] is "may-roll".
type RuleSet struct {
	Text     string
	Patterns []Pattern
	Traits   map[string]string
}

// Pattern is dice that score together; of a keep, its best split into such dice counts.
type Pattern struct {
	Dice   []int
	Points int
}

// Ask is all that is public, and the legal options. Pointers are nil if a field was not sent.
type Ask struct {
	Game         int
	Seq          int
	Dice         []int
	Keep         []int
	Points       []int
	NextDice     []int
	May          []int
	Totals       []int
	InGame       int
	TurnPoints   int
	Locked       int
	Inherited    int
	OfferPoints  int
	OfferDice    int
	Closer       *int
	Forfeited    int
	Unproven     bool
	AdviceOption *int
	AdviceAction int
	Busts        []int // in a row, by seat, where they have a price
}

// Event is what another seat did.
type Event int

const (
	RolledOn Event = iota + 1
	Banked
	Busted
	Accepted
	Declined
	Forfeited
	WonAtOnce
)

// Seen is an event of another seat.
type Seen struct {
	Game       int
	Seat       int
	Event      Event
	Dice       []int
	Kept       int
	TurnPoints int
	Total      int
}

// Cause is why a game ended.
type Cause int

const (
	Finished   Cause = iota + 1
	Capped           // after the most turns that the rules allow
	Forfeit          // all others forfeited
	YouForfeit       // this agent did
)

// GameEnd is the result of a game.
type GameEnd struct {
	Game   int
	Places []int
	Totals []int
	Cause  Cause
}

// Question is what is asked: the game as it began, and the position with its options.
type Question struct {
	Game *GameStart
	Ask  *Ask
}

// IsOffer says whether accept or decline is asked; then there are no options.
func (q Question) IsOffer() bool { return q.Ask.OfferDice != 0 }

// Options is the number of options; they count from 0, by falling points.
func (q Question) Options() int { return len(q.Ask.May) }

// MayRoll says whether a roll is legal after keeping the option.
func (q Question) MayRoll(option int) bool { return q.Ask.May[option]&1 != 0 }

// MayBank says whether a bank is legal after keeping the option.
func (q Question) MayBank(option int) bool { return q.Ask.May[option]&2 != 0 }

// BankCounts says whether a bank is legal and is recorded: below the entry it may be legal and
// record nothing.
func (q Question) BankCounts(option int) bool {
	return q.MayBank(option) && (q.IsIn() || q.TurnPoints(option) >= q.ParameterOr("entry", 0))
}

// TurnPoints is the turn's points after keeping the option.
func (q Question) TurnPoints(option int) int { return q.Ask.TurnPoints + q.Ask.Points[option] }

// NextDice is how many dice a roll after the option throws.
func (q Question) NextDice(option int) int { return q.Ask.NextDice[option] }

// Total is this seat's banked points.
func (q Question) Total() int { return int(int32(q.Ask.Totals[q.Game.Seat])) } // below 0 in two's complement

// BestOtherTotal is the highest total of the others that are still in the game.
func (q Question) BestOtherTotal() int {
	best, any := 0, false
	for seat, total := range q.Ask.Totals {
		if seat != q.Game.Seat && q.Ask.Forfeited>>seat&1 == 0 && (!any || int(int32(total)) > best) {
			best, any = int(int32(total)), true
		}
	}
	return best
}

// IsIn says whether this seat has banked under the entry rule.
func (q Question) IsIn() bool { return q.Ask.InGame>>q.Game.Seat&1 != 0 }

// LastTurn says whether these are the last turns: this is the seat's last (unless official goes on).
func (q Question) LastTurn() bool { return q.Ask.Closer != nil }

// Rules is the rules of a game by a rule file; nil if `danno rules` lists the rule set.
func (q Question) Rules() *RuleSet { return q.Game.RuleSet }

// Parameter is a parameter of the rule set, in units. It panics if there is none of that name.
func (q Question) Parameter(name string) int {
	value, given := q.Game.Parameters[name]
	if !given {
		var known []string
		for other := range q.Game.Parameters {
			known = append(known, other)
		}
		sort.Strings(known)
		panic(fmt.Sprintf("%s has no parameter '%s'; it has %s. Where rules differ, ParameterOr(\"%s\", 0) gives 0",
			q.Game.Rules, name, strings.Join(known, ", "), name))
	}
	return value
}

// ParameterOr is the same where not every rule set has the parameter.
func (q Question) ParameterOr(name string, otherwise int) int {
	if value, given := q.Game.Parameters[name]; given {
		return value
	}
	return otherwise
}

// String is the position, then a line an option; all points are in units.
func (q Question) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, seat %d of %d, totals", q.Game.Rules, q.Game.Seat, q.Game.Seats)
	for _, total := range q.Ask.Totals {
		fmt.Fprintf(&text, " %d", int32(total))
	}
	if q.LastTurn() {
		text.WriteString(", last turn")
	}
	if q.IsOffer() {
		fmt.Fprintf(&text, ", offer: %d points, %d dice", q.Ask.OfferPoints, q.Ask.OfferDice)
		return text.String()
	}
	fmt.Fprintf(&text, ", turn %d, dice", q.Ask.TurnPoints)
	for _, die := range q.Ask.Dice {
		fmt.Fprintf(&text, " %d", die)
	}
	for option := range q.Ask.May {
		fmt.Fprintf(&text, "\n  %d: keep", option)
		for i, die := range q.Ask.Dice {
			if q.Ask.Keep[option]>>i&1 != 0 {
				fmt.Fprintf(&text, " %d", die)
			}
		}
		fmt.Fprintf(&text, " for %d, turn %d, ", q.Ask.Points[option], q.TurnPoints(option))
		var may []string
		if q.MayRoll(option) {
			may = append(may, fmt.Sprintf("roll %d dice", q.NextDice(option)))
		}
		if q.MayBank(option) {
			may = append(may, "bank")
		}
		text.WriteString(strings.Join(may, " or "))
	}
	return text.String()
}

// ---- playing ------------------------------------------------------------------------------------

// State is an agent's memory of one game. It may have the methods of Watcher and Ender, too.
type State interface {
	Decide(question Question) Decision
}

// Watcher is a State that is told what other seats do.
type Watcher interface {
	Seen(seen Seen)
}

// Ender is a State that is told the result.
type Ender interface {
	Ended(end GameEnd)
}

// About is what the agent says of itself, and how many games it can hold at once (0: 1024).
type About struct {
	Name    string
	Version string
	Games   int
}

type function func(Question) Decision

func (decide function) Decide(question Question) Decision { return decide(question) }

// Play plays until the referee says goodbye or is gone. Many games are played at once, in one
// goroutine. From the call on, what the program prints goes to stderr, its log.
func Play(decide func(Question) Decision) {
	PlayWith(func(*GameStart) function { return decide }, About{})
}

// PlayWith does the same with a state that is made for each game.
func PlayWith[S State](state func(*GameStart) S, about About) {
	if isTerminal(os.Stdin) {
		fmt.Fprintln(os.Stderr, byHand)
		os.Exit(2)
	}
	if about.Games == 0 {
		about.Games = 1024
	}
	var none S
	_, watches := any(none).(Watcher)
	defer tellOwnLines()
	player := conversation{about: about, watches: watches, games: map[int]game{}}
	player.state = func(start *GameStart) State { return state(start) }
	source, sink := takeStandardStreams()
	player.run(source, sink)
}

// tellOwnLines ends the program after a panic; the trace shows the author's lines only.
func tellOwnLines() {
	failure := recover()
	if failure == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "panic: %v\n", failure)
	callers := make([]uintptr, 100)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") && !strings.Contains(frame.Function, "/danno.") {
			fmt.Fprintf(os.Stderr, "    %s, %s:%d\n", frame.Function, frame.File, frame.Line)
		}
	}
	os.Exit(2)
}

func isTerminal(file *os.File) bool {
	is, err := file.Stat()
	null, errNull := os.Stat(os.DevNull)
	return err == nil && errNull == nil && is.Mode()&os.ModeCharDevice != 0 && !os.SameFile(is, null)
}

// takeStandardStreams leaves to the program stderr for its output, and an input that is at its end.
func takeStandardStreams() (source, sink *os.File) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		panic(err)
	}
	signal.Ignore(syscall.SIGPIPE) // a referee that is gone is an error of write
	stdin, stdout := *os.Stdin, *os.Stdout
	*os.Stdin, *os.Stdout = *null, *os.Stderr // also for those who have kept these pointers
	return &stdin, &stdout
}

// ---- the conversation ---------------------------------------------------------------------------

type game struct {
	start *GameStart
	state State
}

// conversation is one agent's side: bytes in, frames out.
type conversation struct {
	state   func(*GameStart) State
	about   About
	watches bool
	games   map[int]game
	output  []byte
	over    bool
}

// run reads what is there, answers all complete frames, writes once.
func (c *conversation) run(source io.Reader, sink io.Writer) {
	input := make([]byte, 4*maxFrame)
	end := 0
	for !c.over {
		got, err := source.Read(input[end:])
		if got == 0 && err != nil {
			return
		}
		end += got
		used, gone := c.takeAndWrite(input[:end], sink)
		if gone {
			return
		}
		copy(input, input[used:end])
		end -= used
	}
}

// takeAndWrite returns how many bytes were used, and whether the referee is gone.
func (c *conversation) takeAndWrite(input []byte, sink io.Writer) (used int, gone bool) {
	defer func() { // if decide fails, the answers before count
		if len(c.output) > 0 {
			_, err := sink.Write(c.output)
			gone = err != nil
			c.output = c.output[:0]
		}
	}()
	return c.take(input), false
}

// take answers all complete frames and returns how many bytes they took.
func (c *conversation) take(input []byte) int {
	used := 0
	for used < len(input) && !c.over {
		rest := input[used:]
		size, prefix := binary.Uvarint(rest)
		if prefix == 0 && len(rest) < 5 {
			break
		}
		if prefix <= 0 || prefix > 5 {
			panic("a frame with no length")
		}
		if size > maxFrame {
			panic(fmt.Sprintf("a frame of %d bytes; at most %d", size, maxFrame))
		}
		if size > uint64(len(rest)-prefix) {
			break
		}
		for frame := reader(rest[prefix : prefix+int(size)]); len(frame) > 0; {
			if number, _, part := frame.field(); part != nil {
				c.hear(number, part)
			}
		}
		used += prefix + int(size)
	}
	return used
}

func (c *conversation) hear(number int, part reader) {
	switch number {
	case 1:
		c.output = appendReady(c.output, c.about, c.watches)
	case 2:
		start := newGameStart(part)
		c.games[start.Game] = game{start, c.state(start)}
	case 3:
		ask := newAsk(part)
		game := c.find(ask.Game)
		c.output = appendAnswer(c.output, ask, game.state.Decide(Question{game.start, ask}))
	case 4:
		seen := newSeen(part)
		if watcher, ok := c.find(seen.Game).state.(Watcher); ok {
			watcher.Seen(seen)
		}
	case 5:
		end := newGameEnd(part)
		if ender, ok := c.find(end.Game).state.(Ender); ok {
			ender.Ended(end)
		}
		delete(c.games, end.Game)
	case 6:
		c.over = true
	}
}

func (c *conversation) find(id int) game {
	game, found := c.games[id]
	if !found {
		panic(fmt.Sprintf("game %d has not begun", id))
	}
	return game
}

// ---- the codec: protobuf's wire format, as much of it as agent.proto needs ----------------------

func newAsk(part reader) *Ask {
	ask := &Ask{}
	for len(part) > 0 {
		switch number, value, list := part.field(); number {
		case 1:
			ask.Game = small(value)
		case 2:
			ask.Seq = small(value)
		case 3:
			ask.Dice = list.addTo(ask.Dice, value)
		case 4:
			ask.Keep = list.addTo(ask.Keep, value)
		case 5:
			ask.Points = list.addTo(ask.Points, value)
		case 6:
			ask.NextDice = list.addTo(ask.NextDice, value)
		case 7:
			ask.May = list.addTo(ask.May, value)
		case 8:
			ask.Totals = list.addTo(ask.Totals, value)
		case 9:
			ask.InGame = small(value)
		case 10:
			ask.TurnPoints = small(value)
		case 11:
			ask.Locked = small(value)
		case 12:
			ask.Inherited = small(value)
		case 13:
			ask.OfferPoints = small(value)
		case 14:
			ask.OfferDice = small(value)
		case 15:
			closer := small(value)
			ask.Closer = &closer
		case 16:
			ask.Forfeited = small(value)
		case 17:
			ask.Unproven = value != 0
		case 18:
			option := small(value)
			ask.AdviceOption = &option
		case 19:
			ask.AdviceAction = small(value)
		case 20:
			ask.Busts = list.addTo(ask.Busts, value)
		}
	}
	return ask
}

func newGameStart(part reader) *GameStart {
	start := &GameStart{Parameters: map[string]int{}}
	for len(part) > 0 {
		switch number, value, text := part.field(); number {
		case 1:
			start.Game = small(value)
		case 2:
			start.Rules = string(text)
		case 3:
			name, value := newParameter(text)
			start.Parameters[name] = value
		case 4:
			start.Unit = small(value)
		case 5:
			start.Dice = small(value)
		case 6:
			start.Faces = string(text)
		case 7:
			start.Seat = small(value)
		case 8:
			start.Seats = small(value)
		case 9:
			start.First = small(value)
		case 10:
			start.Seed = value
		case 11:
			start.Resumed = value != 0
		case 12:
			start.RuleSet = &RuleSet{}
			start.RuleSet.add(text)
		}
	}
	return start
}

func (set *RuleSet) add(part reader) {
	for len(part) > 0 {
		switch number, _, text := part.field(); number {
		case 1:
			set.Text = string(text)
		case 2:
			set.Patterns = append(set.Patterns, newPattern(text))
		case 3:
			key, value := newTrait(text)
			if set.Traits == nil {
				set.Traits = map[string]string{}
			}
			set.Traits[key] = value
		}
	}
}

func newTrait(part reader) (key, value string) {
	for len(part) > 0 {
		switch number, _, text := part.field(); number {
		case 1:
			key = string(text)
		case 2:
			value = string(text)
		}
	}
	return key, value
}

func newPattern(part reader) (pattern Pattern) {
	for len(part) > 0 {
		switch number, value, list := part.field(); number {
		case 1:
			pattern.Dice = list.addTo(pattern.Dice, value)
		case 2:
			pattern.Points = small(value)
		}
	}
	return pattern
}

func newParameter(part reader) (name string, points int) {
	for len(part) > 0 {
		switch number, value, text := part.field(); number {
		case 1:
			name = string(text)
		case 2:
			points = int(int32(value))
		}
	}
	return name, points
}

func newSeen(part reader) Seen {
	var seen Seen
	for len(part) > 0 {
		switch number, value, list := part.field(); number {
		case 1:
			seen.Game = small(value)
		case 2:
			seen.Seat = small(value)
		case 3:
			seen.Event = Event(small(value))
		case 4:
			seen.Dice = list.addTo(seen.Dice, value)
		case 5:
			seen.Kept = small(value)
		case 6:
			seen.TurnPoints = small(value)
		case 7:
			seen.Total = small(value)
		}
	}
	return seen
}

func newGameEnd(part reader) GameEnd {
	var end GameEnd
	for len(part) > 0 {
		switch number, value, list := part.field(); number {
		case 1:
			end.Game = small(value)
		case 2:
			end.Places = list.addTo(end.Places, value)
		case 3:
			end.Totals = list.addTo(end.Totals, value)
		case 4:
			end.Cause = Cause(small(value))
		}
	}
	return end
}

// reader is what is not yet read of a message.
type reader []byte

// field takes the next field: its number, and its value or, with a length before it, its part.
func (r *reader) field() (number int, value uint64, part reader) {
	tag := r.number()
	number = int(uint32(tag) >> 3)
	switch tag & 7 {
	case 0:
		return number, r.number(), nil
	case 1:
		return number, binary.LittleEndian.Uint64(r.take(8)), nil
	case 2:
		return number, 0, r.take(r.number())
	case 5:
		return number, uint64(binary.LittleEndian.Uint32(r.take(4))), nil
	}
	panic(fmt.Sprintf("no field has the tag %d", tag))
}

func (r *reader) number() uint64 {
	value, size := binary.Uvarint(*r)
	if size == 0 {
		panic("a message that is cut off")
	}
	if size < 0 {
		panic("a number of more than ten bytes")
	}
	*r = (*r)[size:]
	return value
}

func (r *reader) take(size uint64) reader {
	if size > uint64(len(*r)) {
		panic("a message that is cut off")
	}
	part := (*r)[:size]
	*r = (*r)[size:]
	return part
}

// addTo adds the numbers of a list, or the one number that came in its place.
func (r reader) addTo(numbers []int, one uint64) []int {
	if r == nil {
		return append(numbers, small(one))
	}
	if numbers == nil {
		numbers = make([]int, 0, len(r))
	}
	for len(r) > 0 {
		numbers = append(numbers, small(r.number()))
	}
	return numbers
}

func small(value uint64) int { return int(uint32(value)) }

func appendAnswer(out []byte, ask *Ask, decision Decision) []byte {
	var room [32]byte
	body := appendField(room[:0], 1, ask.Game)
	body = appendField(body, 2, ask.Seq)
	body = appendField(body, 3, decision.Option)
	body = appendField(body, 4, int(decision.Action))
	return appendFrame(out, 2, body)
}

func appendReady(out []byte, about About, watches bool) []byte {
	body := appendText(nil, 1, about.Name)
	body = appendText(body, 2, about.Version)
	body = appendField(body, 3, about.Games)
	if watches {
		body = appendField(body, 4, 1)
	}
	return appendFrame(out, 1, body)
}

func appendFrame(out []byte, number int, body []byte) []byte {
	var room [16]byte
	head := appendNumber(room[:0], uint64(number<<3|2))
	head = appendNumber(head, uint64(len(body)))
	out = appendNumber(out, uint64(len(head)+len(body)))
	return append(append(out, head...), body...)
}

// appendField sends no zeros.
func appendField(out []byte, number, value int) []byte {
	if value == 0 {
		return out
	}
	return appendNumber(appendNumber(out, uint64(number<<3)), uint64(uint32(value)))
}

func appendText(out []byte, number int, text string) []byte {
	if text == "" {
		return out
	}
	out = appendNumber(appendNumber(out, uint64(number<<3|2)), uint64(len(text)))
	return append(out, text...)
}

func appendNumber(out []byte, value uint64) []byte {
	for ; value > 0x7f; value >>= 7 {
		out = append(out, byte(value)|0x80)
	}
	return append(out, byte(value))
}
