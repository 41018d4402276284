"""The levels `lines` and `format` for the languages of the extra: one table of pairs for each."""

import sys
from pathlib import PurePosixPath

import pytest

from pytest_editbench import languages
from pytest_editbench.compare import levels
from pytest_editbench.model import MatchLevel

SAME = {
    ".css": [
        ("a{color:red}", "a {\n  color: red;\n}\n"),
        ("a,b{}", "a,\nb {}"),
        ("a>b~c+d{}", "a > b ~ c + d {}"),
        ("a{b:c;d:e}", "a{\n  b: c;\n\n  d: e\n}"),
        ("a{b:url('x')}", 'a{b:url("x")}'),
        ("a[b='c']{}", 'a[b="c"]{}'),
        ("@media (min-width:1px){a{b:c}}", "@media (min-width: 1px) {\n  a {\n    b: c;\n  }\n}"),
        ("a{b:c!important}", "a{b:c !important}"),
        ("a{b:f(1px,2px)}", "a{b:f( 1px, 2px )}"),
        ("a  b{}", "a\nb{}"),
        ("/* c */a{}", "/* c */\na{}".replace("\n", "")),
        ("a{margin:1px   2px}", "a{margin:1px\n 2px}"),
        ("@import 'x';", '@import "x";'),
    ],
    ".html": [
        ("<p>a b</p>", "<p>a\n  b</p>"),
        ("<p class='x'>a</p>", '<p class="x">a</p>'),
        ("<p  a=b\n c>x</p>", "<p a=b c>x</p>"),
        ("<p >x</p >", "<p>x</p>"),
        ("<p a = 'b'>x</p>", "<p a='b'>x</p>"),
        ("<br/>", "<br />"),
        ("<img src='x'/>", "<img src='x' />"),
        ("<ul> <li>a</li> </ul>", "<ul>\n  <li>a</li>\n</ul>"),
        ("<p> a </p>", "<p>\n  a\n</p>"),
        ("<p>a <b>c</b></p>", "<p>a\n<b>c</b></p>"),
        ("<p>a &amp; b</p>", "<p>a\n&amp; b</p>"),
        ("<p><!-- c --> a</p>", "<p><!-- c -->\na</p>"),
    ],
    ".yaml": [
        ("a:   1", "a: 1"),
        ("a: [1,2]", "a: [ 1, 2 ]"),
        ("a: {b: c}", "a: { b: c }"),
        ("a: 'b'", 'a: "b"'),
        ("-   a", "- a"),
        ("a:   b # c", "a: b # c"),
        ("- {a: b}", "-  {  a: b  }"),
        ("a: &x   b", "a: &x b"),
        ("a: !t   b", "a: !t b"),
        ("a: [b,c,{d: e}]", "a: [b, c, {d: e}]"),
        ("'a': b", '"a": b'),
        ("?  a\n: b", "? a\n: b"),
    ],
    ".md": [
        ("| a | b |\n|---|---|\n| 1 | 2 |", "|a|b|\n|-|-|\n|1|2|"),
        ("| a |\n|---|\n| 1 |", "| a      |\n|--------|\n| 1      |"),
        ("| a |\n|:-:|\n| 1 |", "|  a  |\n|:---:|\n|  1  |"),
        ("#   Title", "# Title"),
        ("##  Two\n\ntext", "## Two\n\ntext"),
    ],
    ".rs": [
        ("fn f(){a(1)}", "fn f() {\n    a(1)\n}"),
        ("fn f(a:i32,)->u8{0}", "fn f(a: i32) -> u8 {\n    0\n}"),
        ("fn f(){let x=a+b;}", "fn f() {\n    let x = a + b;\n}"),
        ("use a::{b,c};", "use a::{\n    b,\n    c,\n};"),
        ("struct A{a:u8,b:u8}", "struct A {\n    a: u8,\n    b: u8,\n}"),
        (
            "fn f(){match a{A=>1,B=>{2},}}",
            "fn f() {\n    match a {\n        A => 1,\n        B => { 2 }\n    }\n}",
        ),
        ("fn f(){vec![1,2];}", "fn f() {\n    vec![1, 2];\n}"),
        ("fn f<T:A>(x:&T){}", "fn f<T: A>(x: &T) {}"),
        ("#[derive(A,B)]\nstruct C;", "#[derive(A, B)]\nstruct C;"),
        ("fn f(){let a=[1,2];}", "fn f(){let a=[\n1,\n2,\n];}"),
        ("fn f(){a.b().c()}", "fn f(){a\n  .b()\n  .c()}"),
        ("fn f(){if a{b}else{c}}", "fn f(){\n  if a {\n b\n }\n else {\n c\n}\n}"),
        ("fn f(){let a=(1,2);}", "fn f(){let a=(1,2,);}"),
        ("/// doc\nfn f(){}", "/// doc\nfn f() {\n}"),
    ],
    ".go": [
        ("package a\nfunc f(){}", "package a\n\nfunc f() {}"),
        ("package a\nfunc f(){a();b()}", "package a\nfunc f() {\n\ta()\n\tb()\n}"),
        ("package a;var x=1", "package a\n\nvar x = 1"),
        ("package a\nvar x=[]int{1,2}", "package a\nvar x = []int{\n\t1,\n\t2,\n}"),
        ("package a\nfunc f(){g(1,2)}", "package a\nfunc f(){g(1,\n2,\n)}"),
        ('package a\nimport ("x";"y")', 'package a\nimport (\n\t"x"\n\t"y"\n)'),
        ("package a\ntype T struct{a int;b string}", "package a\ntype T struct {\n\ta int\n\tb string\n}"),
        ("package a\nfunc f(){x:=a+b}", "package a\nfunc f() {\n\tx := a +\n\t\tb\n}"),
        ("package a\nfunc f(){if x{a()}else{b()}}", "package a\nfunc f(){if x {\na()\n} else {\nb()\n}}"),
        (
            "package a\nfunc f(){for i:=0;i<1;i++{}}",
            "package a\nfunc f() {\n\tfor i := 0; i < 1; i++ {\n\t}\n}",
        ),
        ("package a\nfunc f(){x.y()}", "package a\nfunc f(){x.\ny()}"),
        ("package a\nvar x int // c", "package a\n\nvar x   int   // c"),
        (
            "package a\nfunc f(){switch a{case 1:b()}}",
            "package a\nfunc f() {\n\tswitch a {\n\tcase 1:\n\t\tb()\n\t}\n}",
        ),
    ],
    ".java": [
        ("class A{}", "class A {\n}"),
        ("class A{int a=1;}", "class A {\n  int a = 1;\n}"),
        ("class A{void f(int a,int b){}}", "class A {\n  void f(\n      int a,\n      int b) {}\n}"),
        ("class A{void f(){if(a)b();else c();}}", "class A{void f(){if (a) b();\nelse c();}}"),
        ("class A{int x=a+b*c;}", "class A{int x = a + b\n * c;}"),
        ("class A<T>{}", "class A < T > {}"),
        ("@A(x=1) class B{}", "@A(x = 1)\nclass B {}"),
        ("class A{F f=(a,b)->a;}", "class A{F f = (a, b) -> a;}"),
        ("class A{int[] a={1,2};}", "class A{int[] a = { 1, 2 };}"),
        ("class A{void f(){for(;;){}}}", "class A{void f(){for (; ; ) {}}}"),
        ("class A{} // c", "class A {}  // c"),
        ("import a.b;\n\n\nclass A{}", "import a.b;\nclass A{}"),
    ],
    ".c": [
        ("int f(int a){return a;}", "int f(int a)\n{\n  return a;\n}"),
        ("int*a;", "int *a;"),
        ("int x=a+b;", "int x = a +\n  b;"),
        ("#include <a.h>\nint a;", "#include   <a.h>\n\nint  a;"),
        ("#define  A   1", "#define A 1"),
        ("#if A\nint a;\n#endif", "#if A\n  int a;\n\n#endif"),
        ("int a[]={1,2};", "int a[] = { 1, 2 };"),
        ("void f(void){if(a)b();}", "void f(void) {\n  if (a)\n    b();\n}"),
        ("void f(void){for(;;);}", "void f(void) { for (;;) ; }"),
        ("int x=a?b:c;", "int x = a ? b : c;"),
        ('char*s="a" "b";', 'char *s = "a"\n  "b";'),
        ("int a; // c", "int  a;   // c"),
        ("int f(int a,...);", "int f(int a, ...);"),
    ],
    ".cpp": [
        ("template<class T>struct A{};", "template <class T>\nstruct A {\n};"),
        ("std::vector<int>v;", "std::vector<int> v;"),
        ("auto f=[&](int a)->int{return a;};", "auto f = [&](int a) -> int { return a; };"),
        ("struct A:public B{};", "struct A : public B {};"),
        ("A::A():b(1),c(2){}", "A::A()\n    : b(1), c(2) {}"),
        ("namespace a{int b;}", "namespace a {\nint b;\n}"),
        ("int f()const;", "int f() const;"),
        ("x&&y;", "x && y;"),
        ("enum class A{B,C};", "enum class A {\n  B,\n  C\n};"),
        ("int*p=&a;", "int* p = &a;"),
        ("for(auto x:y){}", "for (auto x : y) {}"),
        ("bool x=a<b;", "bool x = a < b;"),
    ],
    ".cs": [
        ("class A{}", "class A\n{\n}"),
        ("class A{int P{get;set;}}", "class A\n{\n    int P { get; set; }\n}"),
        ("class A{void F(int a,int b){}}", "class A{void F(\n  int a,\n  int b) {}}"),
        ("class A:B{}", "class A : B {}"),
        ("class A{int x=a??b;}", "class A{int x = a ?? b;}"),
        ("class A{object x=new{a=1,b=2};}", "class A{object x = new\n{\n a = 1,\n b = 2,\n};}"),
        ("enum A{B,C}", "enum A\n{\n    B,\n    C,\n}"),
        ("namespace A{class B{}}", "namespace A\n{\n    class B { }\n}"),
        ("using A;using B;", "using A;\nusing B;"),
        ("class A{F f=x=>y;}", "class A{F f = x => y;}"),
        ("[X]class A{}", "[X]\nclass A { }"),
        ("class A{} // c", "class A { } // c"),
    ],
    ".rb": [
        ("x=1", "x = 1"),
        ("x=a+b", "x = a + b"),
        ("f(1,2)", "f( 1, 2 )"),
        ("a=[1,2]", "a = [ 1, 2 ]"),
        ("h={a: 1}", "h = { a: 1 }"),
        ("h={:a=>1}", "h = { :a => 1 }"),
        ("def f(a,b=1)\n  a\nend", "def f(a, b = 1)\n    a\nend"),
        ("a.map{|x|x}", "a.map { |x| x }"),
        ("f(1,\n  2)", "f(1, 2)"),
        ("a\n  .b\n  .c", "a.b.c"),
        ("x = 'a'", 'x = "a"'),
        ("a\n\n\nb", "a\n\nb"),
        ("if a\n  b\nend", "if a\n    b\nend"),
    ],
    ".sh": [
        ("a|b", "a | b"),
        ("a&&b", "a && b"),
        ("a;b", "a; b"),
        ("if a;then\n  b\nfi", "if a; then\n    b\nfi"),
        ("if a; then\n  b\nfi", "if a;\nthen\n  b\nfi"),
        ("a >b", "a > b"),
        ("a   b", "a b"),
        ("f() {\n  a\n}", "f()  {\n    a\n}"),
        ("f () {\n  a\n}", "f() {\n  a\n}"),
        ("( a )", "(a)"),
        ("a |\n  b", "a | b"),
        ("a\n\n\nb", "a\nb"),
        ("for i in 1 2;do\n  x\ndone", "for i in 1 2; do\n    x\ndone"),
        ("x=$( a )", "x=$(a)"),
    ],
    ".toml": [
        ("a=1", "a = 1"),
        ("a = [1,2]", "a = [ 1, 2 ]"),
        ("a = [1, 2]", "a = [\n  1,\n  2,\n]"),
        ("a = {b=1,c=2}", "a = { b = 1, c = 2 }"),
        ("[ a ]", "[a]"),
        ("[a . b]", "[a.b]"),
        ("a . b = 1", "a.b = 1"),
        ("a = 1\n\n\nb = 2", "a = 1\nb = 2"),
        ("[a]\n  b = 1", "[a]\nb = 1"),
        ("a = 1   # c", "a = 1 # c"),
        ("[[ a ]]\nb = 1", "[[a]]\nb = 1"),
        ("a = [\n  1, # c\n]", "a = [\n    1, # c\n]"),
    ],
}

DIFFERENT = {
    ".css": [
        ("a.b{}", "a .b{}"),
        ("a:hover{}", "a :hover{}"),
        ("a{b:calc(1px + 2px)}", "a{b:calc(1px+2px)}"),
        ("a{b:calc(1px - 2px)}", "a{b:calc(1px -2px)}"),
        ("a{b:1px 2px}", "a{b:1px2px}"),
        ("a{b:c;d:e}", "a{d:e;b:c}"),
        ("a{--b:c  d}", "a{--b:c d}"),
        ("a{content:'a b'}", "a{content:'a  b'}"),
        ("@media screen and (a){}", "@media screen and(a){}"),
        ("a b{}", "a>b{}"),
        ("a{b:c}", "a{b:d}"),
        ("a{b:c}/* d */", "a{b:c}/* e */"),
        ("a/**/.b{}", "a /**/.b{}"),
        ("a{b:'c'}", "a{b:c}"),
        ("a *{}", "a*{}"),
    ],
    ".html": [
        ("<p>a <b>c</b></p>", "<p>a<b>c</b></p>"),
        ("<b>a</b> c", "<b>a</b>c"),
        ("<pre>a  b</pre>", "<pre>a b</pre>"),
        ("<pre>\n  a</pre>", "<pre>\na</pre>"),
        ("<textarea> a</textarea>", "<textarea>  a</textarea>"),
        ("<div><pre>a\n\nb</pre></div>", "<div><pre>a\nb</pre></div>"),
        ("<p>a b</p>", "<p>ab</p>"),
        ("<p class='a b'>x</p>", "<p class='a  b'>x</p>"),
        ("<script>a  b</script>", "<script>a b</script>"),
        ("<p>a<!-- c -->b</p>", "<p>a <!-- c -->b</p>"),
        ("<!-- a  b -->", "<!-- a b -->"),
        ("<p a b>x</p>", "<p b a>x</p>"),
        ("<a href=x />", "<a href=x/>"),
        ("<p> a</p>", "<p>a</p>"),
    ],
    ".yaml": [
        ("a:\n  b: 1\n  c: 2", "a:\n  b: 1\nc: 2"),
        ("a:\n  b: 1", "a:\n    b: 1"),
        ("a: |\n  x\n  y", "a: |\n  x\n   y"),
        ("a: |\n  x\n\n  y", "a: |\n  x\n  y"),
        ("a: >\n  x", "a: |\n  x"),
        ("a: b c", "a: b  c"),
        ("a: 'b  c'", "a: 'b c'"),
        ("a: b\n  c", "a: b c"),
        ("- a\n- b", "- b\n- a"),
        ("a: 1", "a: '1'"),
        ("a: b #c", "a: b#c"),
        ("- - a\n  - b", "- - a\n- b"),
        ('a: "b\\n"', "a: 'b\\n'"),
        ("a: b # c", "a: b # d"),
        ("a: 1", "a:1"),
        ("  a: 1\n  b: 2", "a: 1\n  b: 2"),
        ("a: |\n  x  \n  y", "a: |\n  x\n  y"),
        ("a: >\n  x \nb: c", "a: >\n  x\nb: c"),
        ("a: b", "a:\tb"),
    ],
    ".md": [
        ("a  \nb", "a\nb"),
        ("- a\n  - b", "- a\n- b"),
        ("    code", "code"),
        ("a\n\nb", "a\nb"),
        ("```\nx  = 1\n```", "```\nx = 1\n```"),
        ("```\na\n\nb\n```", "```\na\nb\n```"),
        ("- a", "* a"),
        ("a b", "a  b"),
        ("| a b |\n|---|\n| 1 |", "| a  b |\n|---|\n| 1 |"),
        ("| a |\n|:--|\n| 1 |", "| a |\n|--:|\n| 1 |"),
        ("# a", "#a"),
        ("# a", "## a"),
        ("> a", "a"),
        ("1. a", "2. a"),
    ],
    ".rs": [
        ('fn f(){g("a  b")}', 'fn f(){g("a b")}'),
        ('fn f(){g(r#"a  b"#)}', 'fn f(){g(r#"a b"#)}'),
        ("fn f(){a;}", "fn f(){a}"),
        ("fn f(){(1,)}", "fn f(){(1)}"),
        ("fn f(){m!(a b)}", "fn f(){m!(ab)}"),
        ("fn f(){m!(> >)}", "fn f(){m!(>>)}"),
        ("fn f(){m!(a + b)}", "fn f(){m!(a+b)}"),
        ("fn f(){m!(a,)}", "fn f(){m!(a)}"),
        ("fn f(){(a+b)*c}", "fn f(){a+b*c}"),
        ("fn f(){' '}", "fn f(){'\t'}"),
        ("/// a\nfn f(){}", "/// b\nfn f(){}"),
        ("// a\nfn f(){}", "fn f(){} // a"),
        ("fn f(){a - -b}", "fn f(){a--b}"),
        ("fn f(){a&&b}", "fn f(){a& &b}"),
        ("use a::{b,c};", "use a::{c,b};"),
    ],
    ".go": [
        ("package a\nfunc f(){return 1}", "package a\nfunc f(){return\n1}"),
        ("package a\nfunc f(){\na\n-b\n}", "package a\nfunc f(){\na -\nb\n}"),
        ("package a\nvar s=`a\nb`", "package a\nvar s=`a b`"),
        ("package a\nvar s=`a\n\nb`", "package a\nvar s=`a\nb`"),
        ('package a\nvar s="a  b"', 'package a\nvar s="a b"'),
        ("package a\nfunc f(){a();b()}", "package a\nfunc f(){b();a()}"),
        ("package a\nfunc f(){}", "package a\nfunc f()\n{}"),
        ("package a\nfunc f(){x.y()}", "package a\nfunc f(){x\n.y()}"),
        ("package a\nfunc f(){a<-b}", "package a\nfunc f(){a< -b}"),
        ("package a\nfunc f(){if a{b()}else{c()}}", "package a\nfunc f(){if a{b()}\nelse{c()}}"),
        ("package a\nvar x=(a+b)*c", "package a\nvar x=a+b*c"),
        ("package a\nvar r=' '", "package a\nvar r='\t'"),
        ("package a\nvar x int // c", "package a\n// c\nvar x int"),
        ("package a\nfunc f(){for{break;a()}}", "package a\nfunc f(){for{break a()}}"),
    ],
    ".java": [
        ('class A{String s="a  b";}', 'class A{String s="a b";}'),
        ('class A{String s="""\n  a\n   b""";}', 'class A{String s="""\n  a\n  b""";}'),
        ("class A{char c=' ';}", "class A{char c='\t';}"),
        ("class A{int x=(a+b)*c;}", "class A{int x=a+b*c;}"),
        ("class A{int x=a+ ++b;}", "class A{int x=a++ +b;}"),
        ("class A{int x=a- -b;}", "class A{int x=a--b;}"),
        ("class A{void f(){return a;}}", "class A{void f(){returna;}}"),
        ("class A{void f(){if(a){b();}c();}}", "class A{void f(){if(a){b();c();}}}"),
        ("class A{int a;int b;}", "class A{int b;int a;}"),
        ("class A{} // c", "// c\nclass A{}"),
        ("class A{/* a */int b;}", "class A{int b;/* a */}"),
        ("class A{int a=1;}", "class A{int a=1;;}"),
    ],
    ".c": [
        ('char*s="a  b";', 'char*s="a b";'),
        ("#define F(x) x", "#define F (x) x"),
        ("#define F a b", "#define F ab"),
        ("#define F a\\\n  b", "#define F a\\\nb"),
        ("#if A\nint a;\n#endif", "#if A int a;\n#endif"),
        ("#ifdef A\nint a;\n#endif", "#ifdef A int a;\n#endif"),
        ("int x=a+ ++b;", "int x=a++ +b;"),
        ("int x=a/ *b;", "int x=a/*b;*/;"),
        ("int x=(a+b)*c;", "int x=a+b*c;"),
        ("int x=a- -b;", "int x=a--b;"),
        ("int x=a& &b;", "int x=a&&b;"),
        ("int a;\n#define B\nint c;", "int a; int c;\n#define B"),
        ("char c=' ';", "char c='\t';"),
        ("int a; // c", "// c\nint a;"),
        ("int x=0x1e +5;", "int x=0x1e+5;"),
        ('char*s="a" "b";', 'char*s="ab";'),
        ("int a[]={1,2,};", "int a[]={1,2};"),
    ],
    ".cpp": [
        ('auto r=R"x(a  b)x";', 'auto r=R"x(a b)x";'),
        ('auto r=R"(a\n\nb)";', 'auto r=R"(a\nb)";'),
        ("a<b>c;", "a<b> >c;"),
        ("x = a > > b;", "x = a >> b;"),
        ("int x=a+ +b;", "int x=a++b;"),
        ('auto s=u8"a"_s;', 'auto s=u8"a" _s;'),
        ("struct A{int a;int b;};", "struct A{int b;int a;};"),
        ("auto f=[&](){};", "auto f=[=](){};"),
        ("int x=1'000;", "int x=1000;"),
        ("if(a){b();}c();", "if(a){b();c();}"),
        ("#pragma once\nint a;", "#pragma once int a;"),
        ("int a; /* b */", "/* b */ int a;"),
    ],
    ".cs": [
        ('class A{string s="a  b";}', 'class A{string s="a b";}'),
        ('class A{string s=@"a\n  b";}', 'class A{string s=@"a\n b";}'),
        ('class A{string s=$"{a}  {b}";}', 'class A{string s=$"{a} {b}";}'),
        ('class A{string s=$"{a+b}";}', 'class A{string s=$"{a + b}";}'),
        ('class A{string s="""\n  a\n  """;}', 'class A{string s="""\n   a\n  """;}'),
        ("class A{char c=' ';}", "class A{char c='\t';}"),
        ("class A{int x=(a+b)*c;}", "class A{int x=a+b*c;}"),
        ("class A{int x=a- -b;}", "class A{int x=a--b;}"),
        ("#if A\nclass B{}\n#endif", "#if A class B{}\n#endif"),
        ("#region a\nclass B{}\n#endregion", "#region a class B{}\n#endregion"),
        ("class A{int a;int b;}", "class A{int b;int a;}"),
        ("class A{} // c", "// c\nclass A{}"),
        ("class A{int?x;}", "class A{int x;}"),
    ],
    ".rb": [
        ("foo (1)", "foo(1)"),
        ("foo [1]", "foo[1]"),
        ("a -b", "a - b"),
        ("a *b", "a * b"),
        ("a\nb", "a b"),
        ("a\n-b", "a - b"),
        ("return a", "return\na"),
        ("x = <<~E\n  a\n   b\nE", "x = <<~E\n  a\n  b\nE"),
        ("x = <<~E\n  a\n\n  b\nE", "x = <<~E\n  a\n  b\nE"),
        ("x = 'a  b'", "x = 'a b'"),
        ('x = "#{a}"', "x = '#{a}'"),
        ("x = %w[a  b]", "x = %w[a b]"),
        ("x = /a b/", "x = /a  b/"),
        ("a ? b : c", "a ?b : c"),
        ("if a\n  b\nend\nc", "if a\n  b\nc\nend"),
        ("a; b", "a b"),
        ("f(a,b)", "f(b,a)"),
        ("a # c", "# c\na"),
    ],
    ".sh": [
        ("a b", "ab"),
        ("a\nb", "a b"),
        ("[ a = b ]", "[ a=b ]"),
        ("[ a ]", "[a ]"),
        ("a=b c", "a= b c"),
        ("a=b", "a =b"),
        ('echo "a  b"', 'echo "a b"'),
        ("echo 'a  b'", "echo 'a b'"),
        ("cat <<E\n a\nE", "cat <<E\na\nE"),
        ("cat <<E\na\n\nb\nE", "cat <<E\na\nb\nE"),
        ("cat <<E\n\na\nE", "cat <<E\na\nE"),
        ("echo 2>f", "echo 2 >f"),
        ("$(a)b", "$(a) b"),
        ("( (a) )", "((a))"),
        ("{ a; }", "{a; }"),
        ("a \\\nb", "a b"),
        ("a <(b)", "a < (b)"),
        ("a & b", "a && b"),
        ("x=(1 2)", "x=(12)"),
        ("a # b", "a #c"),
        ("#!/bin/sh\na", "\n#!/bin/sh\na"),
    ],
    ".toml": [
        ("a = 1\nb = 2", "b = 2\na = 1"),
        ('a = "b  c"', 'a = "b c"'),
        ('a = """\n  b\n"""', 'a = """\nb\n"""'),
        ('a = """\nb\n\nc"""', 'a = """\nb\nc"""'),
        ("a = 'b'", 'a = "b"'),
        ("a = 1", "a = 1.0"),
        ("a = [1, 2]", "a = [2, 1]"),
        ("[a]\nb = 1", "b = 1\n[a]"),
        ("a.b = 1", "ab = 1"),
        ("a = 1 # b", "a = 1 # c"),
        ("a = 1 # b", "# b\na = 1"),
        ("a = 1979-05-27 07:32:00Z", "a = 1979-05-27T07:32:00Z"),
    ],
}


def level(extension, accepted, actual):
    return levels.level(PurePosixPath(f"a{extension}"), accepted.encode(), actual.encode())


def pairs(table):
    return [
        pytest.param(extension, *pair, id=f"{extension[1:]}-{number}")
        for extension, rows in table.items()
        for number, pair in enumerate(rows)
    ]


@pytest.mark.parametrize(("extension", "accepted", "actual"), pairs(SAME))
def test_what_a_formatter_owns_makes_no_difference(extension, accepted, actual):
    assert level(extension, accepted, actual).level is not MatchLevel.NONE
    assert level(extension, actual, accepted).level is not MatchLevel.NONE


@pytest.mark.parametrize(("extension", "accepted", "actual"), pairs(DIFFERENT))
def test_what_means_something_makes_a_difference(extension, accepted, actual):
    assert level(extension, accepted, actual).level is MatchLevel.NONE
    assert level(extension, actual, accepted).level is MatchLevel.NONE


@pytest.mark.parametrize("extension", SAME)
def test_the_texts_of_the_table_parse(extension):
    texts = [text for pair in SAME[extension] for text in pair]

    broken = [
        text
        for text in texts
        if languages.parse(languages.LANGUAGES[extension], text.encode() + b"\n").has_error
    ]

    assert broken == []


@pytest.mark.parametrize("extension", [".css", ".c", ".cpp", ".cs", ".go", ".java", ".rs", ".toml"])
def test_blank_lines_are_free_where_the_row_says_so(extension):
    text = {".toml": "a = 1\nb = 2", ".css": "a{}\nb{}", ".go": "package a\nvar b int"}
    one = text.get(extension, "class A {\n}" if extension in (".java", ".cs") else "struct A {\n};")
    if extension == ".rs":
        one = "struct A {\n}"

    assert level(extension, one, one.replace("\n", "  \n\n")).level is MatchLevel.LINES


@pytest.mark.parametrize("extension", [".yaml", ".md", ".html"])
def test_blank_lines_count_where_they_can_mean_something(extension):
    assert level(extension, "a: b\n\n\nc: d", "a: b\nc: d").level not in (MatchLevel.EOL, MatchLevel.LINES)


def test_a_blank_line_after_a_continued_one_ends_it():
    assert level(".c", "#define A b \\\n\nint c;", "#define A b \\\nint c;").level is MatchLevel.NONE


def test_a_file_that_does_not_parse_is_compared_by_its_lines_and_says_so():
    verdict = level(".toml", "a = [", "a  = [")

    assert verdict == (MatchLevel.NONE, "compared at level eol: does not parse")


def test_an_error_within_equal_text_keeps_nobody_from_comparing_the_rest():
    assert level(".c", "int a = = 1;\nint b=1;", "int a = = 1;\nint b = 1;").level is MatchLevel.FORMAT


@pytest.fixture
def no_parser():
    languages._parser.cache_clear()
    languages._remembered.cache_clear()
    yield
    languages._parser.cache_clear()


@pytest.mark.usefixtures("no_parser")
def test_without_the_grammar_a_note_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)

    verdict = level(".go", "package a", "package  a")

    assert verdict.level is MatchLevel.NONE
    assert (
        verdict.note
        == "compared at level eol: no grammar tree_sitter_go: install pytest-editbench[languages]"
    )


@pytest.mark.usefixtures("no_parser")
def test_a_broken_grammar_is_told_and_stops_nothing(monkeypatch, tmp_path):
    (tmp_path / "tree_sitter_go.py").write_text("def language():\n    raise OSError('no such symbol')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tree_sitter_go", raising=False)

    verdict = level(".go", "package a", "package  a")

    assert verdict.level is MatchLevel.NONE
    assert "tree_sitter_go cannot be loaded (no such symbol): reinstall" in verdict.note


def test_a_language_without_a_row_says_so():
    assert level(".scss", "a{}", "a {}") == (MatchLevel.NONE, "compared at level eol: no grammar for .scss")


def test_a_makefile_is_compared_by_its_lines():
    assert level("", "a:\n\tb", "a:\n b").level is MatchLevel.NONE


@pytest.mark.parametrize(
    ("name", "accepted", "actual"),
    [
        ("a.rb", "=begin\na\n=end\nputs 1\n", "  =begin\na\n=end\nputs 1\n"),
        ("a.rb", "def f\n  __END__\nend\n", "def f\n__END__\nend\n"),
        (
            "a.go",
            'package m\n\n// #include <a.h>\nimport "C"\n',
            'package m\n\n// #include <a.h>\n\nimport "C"\n',
        ),
        ("a.go", "// +build linux\n\npackage m\n", "// +build linux\npackage m\n"),
        ("a.py", "# -*- coding: latin-1 -*-\nx = 1\n", "\n\n# -*- coding: latin-1 -*-\nx = 1\n"),
        ("a.sh", "#!/bin/sh\na\n", "\n#!/bin/sh\na\n"),
    ],
)
def test_what_means_something_at_its_place_only_may_not_move(name, accepted, actual):
    for one, two in ((accepted, actual), (actual, accepted)):
        assert levels.level(PurePosixPath(name), one.encode(), two.encode()).level is MatchLevel.NONE


@pytest.mark.parametrize(
    ("name", "accepted", "actual"),
    [
        ("a.rs", "fn f<T>(a: T) where T: A { }\n", "fn f<T>(a: T)\nwhere\n    T: A,\n{\n}\n"),
        (
            "a.rs",
            "fn f() { let [a, b] = c; let A(d, e) = g; }",
            "fn f() { let [a, b,] = c; let A(d, e,) = g; }",
        ),
    ],
)
def test_trailing_commas_of_rust_mean_nothing_in_patterns_and_clauses(name, accepted, actual):
    assert levels.level(PurePosixPath(name), accepted.encode(), actual.encode()).level is MatchLevel.FORMAT
