"""Traits: what the engine writes reads as meant, and writes the same again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.buildfile import (
    CTRL,
    SHIFT,
    key,
    key_list,
    named_key,
)
from clubroute.builder.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    Clone,
    Deck,
    Delete,
    DoesNotStack,
    DynamicProperty,
    Label,
    Layer,
    Marks,
    Mask,
    MovedMark,
    PropertyCommand,
    Range,
    Replace,
    Report,
    Restrict,
    RestrictCommands,
    Ring,
    Rotate,
    SendTo,
    SetGlobalProperty,
    Shape,
    Stack,
    SubMenu,
    Trail,
    Trait,
    TraitValue,
    Trigger,
    UsePrototype,
    read_trait,
)
from tests.cases import each
from tests.properties import examples

STEP_LAYER = Layer(
    "Step",
    ("full.png", "half.png"),
    ("", ""),
    level=-2,
    increase=("Up", key("]")),
    decrease=("Down", key("[")),
    reset=("Reset", ""),
    description="steps",
)

# Texts as VASSAL 3.6 writes them (test module saved by the engine).
WRITTEN: list[tuple[Trait, TraitValue]] = [
    (Trait("mark;Side,Strength", "Blue,1/2"), Marks((("Side", "Blue"), ("Strength", "1/2")))),
    (
        Trait("obs;;back.png;Face down;B;?;player:;Peek;;false", "null;"),
        Mask("back.png", menu="Face down"),
    ),
    (Trait("mark;a\\,b", "x\\,y"), Marks((("a,b", "x,y"),))),
    (
        Trait(
            "label;76,130;Change Label;10;;0,0,0;t;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;"
            "TextLabel;",
            "2nd; Para",
        ),
        Label("2nd; Para", key=key("L")),
    ),
    (
        Trait(
            "emb2;;128;A;Up;128;;Down;128;;Reset;;1;false;0;0;full.png,half.png;,;false;Step;;;"
            "false;;1;1;true;;93,130;91,130;steps;1.0",
            "-2",
        ),
        STEP_LAYER,
    ),
    (
        Trait("markmoved;/images/moved.gif;36;-38;Mark Moved;77,130;", "false"),
        MovedMark(False, "/images/moved.gif", 36, -38, "Mark Moved", key("M")),
    ),
    (
        Trait("markmoved;m.gif;0;0;;;;true;On;57348,0,on", "true"),
        MovedMark(True, "m.gif", 0, 0, "", "", "", True, ("On", named_key("on"))),
    ),
    (
        Trait(
            "footprint;84,130;Movement Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;",
            "false;Map0;2;55,128;60,-1;true;0",
        ),
        Trail(key("T"), start_map="Map0", points=((55, 128), (60, -1)), state_tail=("true", "0")),
    ),
    (
        Trait("AreaOfEffect;47,111,165;30;1;false;Reach;82,130;;false;Reach;", "false"),
        Ring("Reach", key("R"), "47,111,165", radius_of="Reach"),
    ),
    (
        Trait("AreaOfEffect;0,0,0;20;3;true;;;;true;;three hexes", "false"),
        Ring("", "", "0,0,0", 20, 3, always_active=True, description="three hexes"),
    ),
    (
        Trait("rotate;6;93,195;91,195;CW;CCW;;;Facing;;;;;true", "3"),
        Rotate(
            6,
            ("CW", key("]", CTRL | SHIFT)),
            ("CCW", key("[", CTRL | SHIFT)),
            name="Facing",
            angle="3",
        ),
    ),
    (
        Trait("rotate;1;82,130;Turn;;;Heading;;;;;true", "12.5"),
        Rotate(1, set_angle=("Turn", key("R")), name="Heading", angle="12.5"),
    ),
    (
        Trait("PROP;MP;true,0,10,false;Spend:83\\,130:I\\,-1,Set:57348\\,0\\,s:P\\,0;", "5"),
        DynamicProperty(
            "MP",
            "5",
            Range(True, 0, 10, False),
            (
                PropertyCommand("Spend", key("S"), ("I", "-1")),
                PropertyCommand("Set", named_key("s"), ("P", "0")),
            ),
        ),
    ),
    (
        Trait("setprop;Day;false,0,100,false;;;Current Zone/Current Map/Module;", ""),
        SetGlobalProperty("Day"),
    ),
    (Trait("calcProp;Total;{A+B};sum", ""), CalculatedProperty("Total", "{A+B}", "sum")),
    (Trait("prototype;Common", ""), UsePrototype("Common")),
    (Trait("prototype;Common;side=A,n=1", ""), UsePrototype("Common", (("side", "A"), ("n", "1")))),
    (Trait("clone;Clone;67,130;", ""), Clone("Clone", key("C"))),
    (Trait("delete;Delete;68,130;why", ""), Delete("Delete", key("D"), "why")),
    (
        Trait("report;93\\,130,57348\\,0\\,go;$location$: $menuCommand$;;;;false", "-1"),
        Report((key("]"), named_key("go")), "$location$: $menuCommand$"),
    ),
    (
        Trait(
            "macro;go;;57348,0,go;{x>1};;57348\\,0\\,a,57348\\,0\\,b;false;;;counted;;;1;false;;1;1"
        ),
        Trigger(
            "go",
            key=named_key("go"),
            when="{x>1}",
            actions=(named_key("a"), named_key("b")),
        ),
    ),
    (
        Trait("replace;Flip;70,130;+/null/piece\\;\\;\\;b\\;B/null;null;0;0;true;;;12;0;true"),
        Replace("Flip", key("F"), "+/null/piece;;;b;B/null", "12"),
    ),
    (
        Trait("sendto;Send;83,130;Main Map;;0;0;Back;66,130;0;0;1;1;;G;;;;41.232", "Main Map;5;6"),
        SendTo(
            "Send",
            key("S"),
            "Main Map",
            back=("Back", key("B")),
            destination="G",
            grid_location="41.232",
            state="Main Map;5;6",
        ),
    ),
    (
        Trait("restrict;Allied,Axis;true;false;", "pw"),
        Restrict(("Allied", "Axis"), True, False, "", "pw"),
    ),
    (
        Trait("hideCmd;no flip;Hide;{step==1};70\\,130"),
        RestrictCommands("no flip", "Hide", "{step==1}", (key("F"),)),
    ),
    (Trait("immob;ng;V;R;fixed"), DoesNotStack("ng", "V", "R", "fixed")),
    (Trait("submenu;More;Clone,Delete;"), SubMenu("More", ("Clone", "Delete"))),
    (Trait("nonRect;c 0,0,10"), Shape("c 0,0,10")),
    (Trait("nonRect2;0.5;M 0 0;L"), Shape("M 0 0;L", 0.5)),
    (
        Trait("piece;;;blue.png;Blue 1", "Main Map;221;160;3;1;UniqueID;17"),
        BasicPiece("Blue 1", "blue.png", "3", "Main Map", 221, 160, (("UniqueID", "17"),)),
    ),
    (Trait("piece;C;D;;x", "null;0;0;;0"), BasicPiece("x", clone_key="C", delete_key="D")),
    (Trait("stack", "Main Map;166;128;9;8;@@-1"), Stack("Main Map", 166, 128, ("9", "8"))),
    (Trait("stack", "null;0;0;@@x"), Stack(None, 0, 0, ("@@x",), None)),
    (Trait("stack", "null;0;0"), Stack(None, 0, 0, (), None)),
    (
        Trait("deck;true;0,0,0;40;40", "Main Map;5;6;true;9,8"),
        Deck("true;0,0,0;40;40", "Main Map", 5, 6, True, ("9", "8")),
    ),
    (Trait("deck;x", "null;0;0;false"), Deck("x", None, 0, 0, False, ())),
]


@each(("trait", "value"), WRITTEN, ids=lambda case: getattr(case, "type", ""))
def test_reads_and_writes_as_the_engine(trait: Trait, value: TraitValue) -> None:
    assert read_trait(trait) == value
    assert value.trait() == trait


@each(("trait", "value"), WRITTEN, ids=lambda case: getattr(case, "type", ""))
def test_fields_cut_off_at_the_end_read_as_defaults(trait: Trait, value: TraitValue) -> None:
    while ";" in trait.type[len(trait.id) :]:
        trait = Trait(trait.type.rpartition(";")[0], "")
        assert type(read_trait(trait)) in (type(value), type(None))


def test_fields_of_newer_versions_do_not_disturb() -> None:
    newer = Trait("delete;Delete;68,130;why;new;fields", "")
    assert read_trait(newer) == Delete("Delete", key("D"), "why")
    assert read_trait(Trait(STEP_LAYER.trait().type + ";prop;false;more", "-2")) == Layer(
        "Step",
        ("full.png", "half.png"),
        ("", ""),
        -2,
        increase=("Up", key("]")),
        decrease=("Down", key("[")),
        reset=("Reset", ""),
        description="steps",
        only_property="prop",
        only_state="false",
    )


def test_newer_fields_are_written_only_when_used() -> None:
    assert Label(always_format=True).trait().type.endswith(";TextLabel;;true")
    assert Trail(ignore_same_place=True).trait().type.endswith(";1.0;;;;;true")
    assert Layer("L", ("a",), only_property="p").trait().type.endswith(";1.0;p")


def test_a_layer_of_before_vassal_3_1_is_left_alone() -> None:
    assert read_trait(Trait("emb2;Activate;2;A;Up;2;U;Down;2;D;;;;;0;0;a.png;;true;L", "1")) is None


def test_unknown_traits_are_no_error() -> None:
    assert read_trait(Trait("CustomTrait;1;2", "x")) is None
    assert read_trait(Trait("", "")) is None
    assert Trait("stack", "").id == "stack"


def test_keys() -> None:
    assert key("D") == "68,130"
    assert named_key("go") == "57348,0,go"
    assert key_list([key("A"), named_key("b")]) == "65\\,130,57348\\,0\\,b"
    with pytest.raises(ValueError, match="not a key"):
        key("d")
    with pytest.raises(ValueError, match="comma"):
        named_key("a,b")


ids = sorted({trait.id for trait, _ in WRITTEN})


@examples(400)
@given(
    st.sampled_from(ids),
    st.text(alphabet=st.sampled_from("a1-.;,:\\'|=9e"), max_size=60),
    st.text(alphabet=st.sampled_from("a1-.;,:\\'|@"), max_size=20),
)
def test_any_text_reads_and_what_was_read_can_be_written(id_: str, rest: str, state: str) -> None:
    value = read_trait(Trait(id_ + rest, state))
    if value is None:
        return
    try:
        written = value.trait()
    except InputError:
        return
    assert written.id in (id_, "nonRect;", "nonRect2;") or id_ == "stack"


words = st.text(alphabet=st.sampled_from("a1;,:|'/\t é"), max_size=6)


@examples(150)
@given(words, words, st.lists(words, min_size=1, max_size=3), st.integers())
def test_values_come_back(one: str, two: str, many: list[str], number: int) -> None:
    values: list[TraitValue] = [
        BasicPiece(one, two, one, two + "m", number, -number, ((one, two),)),
        Marks(tuple((word, one) for word in many)),
        Label(one, two, two, number, one, two, one),
        Layer(one, (*many, "x.png"), (*many, two), number, True, (one, two), (two, one)),
        DynamicProperty(
            one, two, Range(True, number, 5, True), (PropertyCommand(one, two, (two, *many)),)
        ),
        Report((one + "k",), two, (), (*many, "f"), one, True),
        Trigger(one, two, one, two, (one + "k",), ("k" + two,)),
        SendTo(one, two, state=one),
        Replace(one, two, one, two),
        Restrict(("s" + one,), True, False, two, one),
    ]
    for value in values:
        assert read_trait(value.trait()) == value
