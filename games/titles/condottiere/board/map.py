"""The hand-drawn map of Condottiere: 17 cities of Renaissance Italy.

Everything is in one SVG coordinate system, ``VIEW_BOX``. Every border is written once, as an arc
between two junctions. Both neighbours are built from that arc, so that regions share their borders
point for point. Two regions meet in a line if and only if the cities are neighbours in the game.

Paint from the back: ``SEA_LINES`` (strokes), ``ABROAD`` and ``ISLANDS`` (land out of play),
``REGIONS``, ``LAKES``, ``MOUNTAINS`` (strokes), ``BORDERS`` and ``COAST`` (strokes), the circles
on ``CENTRES`` (radius about 26), the names on ``LABELS``. ``ROSE`` and ``SEAS`` fill the sea.
"""

import math
from itertools import pairwise

WIDTH, HEIGHT = 680, 1000
VIEW_BOX = f"0 0 {WIDTH} {HEIGHT}"

CENTRES: dict[str, tuple[float, float]] = {
    "torino": (73.4, 117.0),
    "milano": (205.4, 100.0),
    "venezia": (463.8, 172.0),
    "genova": (108.8, 257.0),
    "mantova": (316.2, 203.0),
    "ferrara": (396.4, 285.0),
    "parma": (199.2, 356.0),
    "modena": (299.2, 278.0),
    "bologna": (351.6, 341.0),
    "lucca": (195.2, 422.0),
    "firenze": (328.4, 431.0),
    "siena": (250.2, 536.0),
    "urbino": (467.8, 495.0),
    "spoleto": (411.4, 607.0),
    "ancona": (555.6, 556.0),
    "roma": (392.4, 757.0),
    "napoli": (559.0, 908.0),
}

NAMES: dict[str, str] = {city: city.capitalize() for city in CENTRES}

# Baseline start, middle or end of the name (text-anchor), for a font of about 22 units.
LABELS: dict[str, tuple[float, float, str]] = {
    "torino": (73.0, 166.0, "middle"),
    "milano": (205.0, 149.0, "middle"),
    "venezia": (464.0, 138.0, "middle"),
    "genova": (109.0, 222.0, "middle"),
    "mantova": (316.0, 170.0, "middle"),
    "ferrara": (428.0, 283.0, "start"),
    "parma": (168.0, 364.0, "end"),
    "modena": (282.0, 323.0, "middle"),
    "bologna": (383.0, 352.0, "start"),
    "lucca": (164.0, 430.0, "end"),
    "firenze": (359.0, 439.0, "start"),
    "siena": (250.0, 585.0, "middle"),
    "urbino": (474.0, 461.0, "middle"),
    "spoleto": (411.0, 654.0, "middle"),
    "ancona": (562.0, 605.0, "middle"),
    "roma": (392.0, 806.0, "middle"),
    "napoli": (590.0, 916.0, "start"),
}

# Arcs by name: the first point, then steps, in tenths of a unit. "a b" is the border of two cities,
# "a sea" and "a alps" the outer edge of one; "abroad" runs from Trieste round the frame to Nice.
_ARC_STEPS = """
torino milano: 1360,440 22,110 17,112 5,113 -17,111 -32,108 -17,111 -12,112 20,111 34,108 56,98
47,103 19,112 18,111; torino genova: 260,2580 58,-94 78,-79 65,-88 69,-86 76,-79 77,-79 93,-60
100,-45 110,-13 110,3 108,-9 103,-36 107,-24 106,-31; milano genova: 1520,1860 31,107 51,102 14,114
-31,109 -30,107 -8,109 21,108 41,103 36,105 35,106; milano parma: 1680,2930 106,31 108,16 108,-15
107,-25 107,22 99,46 95,55; milano modena: 2410,3060 -23,-107 -23,-105 26,-101 55,-92 72,-84 33,-106
30,-105; milano mantova: 2580,2360 -17,-112 -21,-110 -11,-110 -1,-112 8,-112 28,-110 65,-94 93,-66
91,-67 103,-45 108,-33 111,-23 112,-12 111,-25 111,-23 103,-47 106,-39; milano venezia: 3680,1220
-40,-104 -24,-109 52,-99 59,-95 22,-110 1,-112 -10,-111; genova parma: 1680,2930 -90,58 -79,72
-74,76 -67,84; parma modena: 2410,3060 51,101 39,103 7,108 -53,98 -37,107 -24,111 -13,112; parma
lucca: 1470,3940 97,-42 101,-24 103,-1 101,23 104,24 107,-7 104,-26 96,-46 97,-41; venezia mantova:
3680,1220 81,82 82,82 73,90 31,113 -7,116 -2,117 17,115 46,108 41,108 38,109; venezia ferrara:
4080,2260 100,-27 102,-34 108,16 87,63 86,59 93,48 103,22 101,23; mantova modena: 2580,2360 106,38
108,31 108,-29 111,-24 113,7 105,42 104,43 113,6 112,6; mantova ferrara: 3560,2480 116,-6 105,-42
86,-77 103,-55 110,-40; ferrara modena: 3560,2480 -49,88 -58,87 4,105 46,92 5,100 -28,98; ferrara
bologna: 3480,3050 105,44 112,24 104,46 102,46 109,33 116,3 106,-48 108,-32 114,-20 111,31 111,25
112,18; modena bologna: 3480,3050 -104,37 -105,35 -97,60 -60,97 -29,109 -27,105 -28,107; modena
lucca: 2380,3800 62,93 77,78 101,49; modena firenze: 2620,4020 87,-84 76,-92 59,-104 79,-88 109,-52;
bologna firenze: 3030,3600 78,79 76,81 99,50 106,32 110,-17 111,2 109,21 105,31 103,38 105,37 111,14
111,6 108,22 108,24; bologna urbino: 4470,4020 100,64 115,13 95,-70 108,-22 112,35; lucca firenze:
1630,4580 107,1 107,-7 107,4 107,-17 106,-4 100,-25 91,-49 63,-87 52,-93 38,-100 52,-94 60,-89;
firenze siena: 1840,5100 103,-38 105,-31 105,-34 109,-15 110,-2 109,-1 109,1 112,6 91,64 73,88
29,109 26,109 -15,111 -6,109 2,108 44,98 44,101 72,83 58,94; firenze urbino: 4470,4020 -3,114 5,113
-31,110 -63,95 -50,101 -12,108 8,110 22,112 -10,112 -49,100 -69,91 -81,79 -62,96 -55,99; firenze
spoleto: 4020,5460 -89,64 -90,59 -46,93 -21,102 -13,109 -24,110 -68,89 -74,80 -43,99 -20,106
-12,109; firenze roma: 3120,6060 89,79 76,92 51,108 76,90 108,51; siena roma: 2460,6580 54,-98
65,-88 71,-76 106,-21 105,-37 89,-58 86,-67 84,-75; urbino spoleto: 4020,5460 103,28 105,17 105,6
100,-35 106,-19 94,48 86,62 97,41 98,35 106,17; urbino ancona: 5020,5660 17,-110 30,-106 6,-111
17,-110 53,-95 91,-61 98,-51 94,-58 90,-65 84,-73; ancona spoleto: 5020,5660 71,81 74,78 50,90
-16,103 -24,104 -9,107 16,105 37,101 53,94 48,97; ancona napoli: 5320,6620 98,-41 92,-54 107,-8
96,50 80,71 78,70 91,39 99,-13 104,-30 106,32 80,73 79,71; spoleto roma: 3520,6480 72,83 75,79 85,65
86,63 105,24 109,8 108,14 107,21 109,13 106,26 96,49 86,66 90,61 86,68; spoleto napoli: 4840,7120
47,-96 64,-87 81,-60 106,-8 90,-55 40,-100 52,-94; roma napoli: 4840,7120 1,110 -3,110 0,109 -50,96
-48,100 -44,100 -29,108 21,111 36,104 12,105 -37,100 -79,75 -72,84 -72,84 -71,84 -75,80; genova
alps: 70,3310 36,-72 25,-76 15,-78 -9,-78 -31,-74 -15,-80 38,-72 39,-69 47,-65 45,-66; torino alps:
260,2580 -36,-70 -49,-64 -26,-76 -28,-75 -8,-81 23,-77 21,-77 32,-71 -9,-75 -13,-76 -49,-65 -34,-73
1,-83 -5,-79 20,-77 17,-77 21,-77 -13,-79 -6,-76 -9,-80 -33,-73 2,-80 22,-77 44,-66 52,-61 57,-56
70,-38 63,-46 67,-44 70,-37 70,-34 61,-47 54,-56 58,-56 72,-44 83,0 76,27 68,43 67,42 73,31 78,18
76,22; milano alps: 1360,440 52,60 61,44 58,-19 37,-68 31,-73 43,-71 71,-42 74,-33 75,20 62,49 57,55
76,26 80,-7 78,-16 67,-43 77,-25 64,-47 59,-44 70,-18 80,-4 77,23 75,27 75,29 64,48 75,20 72,25 79,0
80,-5 76,-19 76,4 75,9 74,24 68,41 74,30 68,40; venezia alps: 3740,480 60,-53 54,-59 46,-68 70,-42
69,-41 80,-15 75,-28 79,-5 78,1 75,23 74,28 75,28 74,27 78,13 76,21 79,13 75,31 78,24 80,2 80,5
81,-9 78,13 80,4 78,24 79,7 74,26 69,37 75,30 61,51 41,70 -24,78 -31,74 -24,77 33,72 56,54 62,51
53,60 26,77 9,79 1,80 -2,80; venezia sea: 6070,1420 -45,41 -29,55 -51,33 -58,12 -52,-34 -53,-34
-65,1 -57,28 -50,34 -47,34 -57,8 -60,-5 -59,5 -46,38 -43,41 -36,48 -52,35 -58,21 -56,22 -48,38
-33,50 -23,55 -27,55 17,59 16,57 8,57 -41,44 -52,36 -33,54 -11,62 -9,60; ferrara sea: 4860,2430
23,55 20,60 50,41 59,19 60,9 52,28 46,40 21,56 8,53 -23,50 -49,33 -51,24 -53,27 -60,0 -50,27 -28,50
-29,53 -20,55 -25,54 -21,56; bologna sea: 4790,3220 -15,57 -11,59 -15,58 6,59 11,58 10,60 24,54 6,60
11,58 8,59 16,59 34,51 40,44 42,42 43,42; urbino sea: 5000,4040 33,52 30,55 37,49 42,45 29,55 43,46
34,51 49,40 43,43 35,51 38,49 37,49 32,52 38,48 43,46 37,49; ancona sea: 5600,4820 47,37 41,44 41,44
49,37 34,50 35,49 20,58 40,42 53,27 59,9 48,34 32,50 15,59 10,59 20,57 1,61 14,58 10,59 12,58 19,58
1,60 6,60 6,59 3,60 7,60 7,59 18,58 12,58 19,58 24,55 8,60 14,58 7,60 21,56 8,60 28,54 7,60 15,58
19,57; napoli sea: 6430,6880 16,58 11,59 16,58 16,59 4,60 1,61 1,61 19,61 41,50 55,31 62,7 62,-2
53,35 9,64 -7,61 -26,55 -35,48 -44,40 -59,17 -58,13 -21,52 -10,56 24,52 33,47 44,41 49,35 45,40
51,32 47,36 51,33 0,1820 0,60 -60,0 -360,0 -60,0 -32,-51 -29,-52 -32,-49 -40,-46 -24,-55 -27,-52
-26,-49 -40,-42 -57,-16 -56,5 -50,27 -47,38 -56,25 -57,19 -60,11 -57,19 -43,-19 18,-62 43,-47 61,-18
63,-17 6,-61 -38,-45 -44,-35 -51,-25 -56,-20 -59,3 -56,16 -56,21 -38,-42 -26,-47 -51,21 -54,35
-53,-29 -21,-58 -21,-55 -41,-44 -53,-31 -40,-44 -48,-37 -27,-57 -45,-39 -42,-42 -47,-37 -43,-41
-50,-31 -53,17 -55,20 -43,-38 -23,-57 -56,-20 -56,-21 -51,-26 -36,-47 -48,-35 -47,-38; roma sea:
4330,8680 -55,24 -50,17 -37,-14 -18,-54 -38,-49 -35,-49 -35,-52 -56,-29 -62,-2 -53,-24 -42,-42
-27,-54 -46,-40 -42,-42 -46,-40 -38,-47 -40,-45 -29,-54 -41,-44 -38,-45 -41,-43 -50,-37 -28,-55
-19,-58 -24,-55 -29,-53 -31,-50 -32,-49 -34,-49 -36,-49 -41,-43 -49,-37 -31,-53 -37,-47 -26,-57
-52,-33 -61,0 -41,-38 -26,-53 -21,-56 -38,-48 -33,-50 -33,-49 -22,-58 -27,-55 -36,-47 -43,-44
-24,-56 -40,-46 -37,-47; siena sea: 2460,6580 -52,-33 -60,-6 -40,48 -37,47 -59,-9 -42,-49 8,-61
44,-44 36,-48 -2,-59 -15,-58 -23,-56 -20,-57 -24,-55 -26,-56 -41,-47 -57,-28 -59,-4 -42,-33 -4,-56
12,-55 37,-46 46,-42 -38,-38 -53,-27 -60,-11 -57,22 -50,12 -17,-49 0,-59 13,-56 20,-58 24,-52 14,-55
-4,-60 -2,-61 6,-60 2,-60 2,-61; firenze sea: 1840,5100 -22,-55 -31,-49 -42,-40 -53,-29 -39,-52
11,-63 -11,-58 -4,-57 -12,-58 -7,-59; lucca sea: 1630,4580 -16,-59 -5,-60 -8,-60 -6,-61 -15,-59
-17,-59 -22,-57 -31,-52 -26,-54 -14,-58 0,-61; parma sea: 1470,3940 7,-61 8,-61 19,-59 35,-52
-27,-43 -59,-13 -23,-46 9,-60 -5,-59 -38,-49 -45,-40 3,-58 2,-59 14,-60; genova sea: 1370,3220
-48,-34 -52,-40 35,-53 19,-48 -56,-10 -57,-15 -53,-18 -42,-42 -48,-35 -58,-12 -58,-5 -58,10 -48,36
-45,36 -52,26 -59,19 -25,57 -25,54 -41,42 -57,13 -58,13 -50,36 -33,49 -44,34 -55,6 -59,8 -58,-10
-59,-9 -56,-18; abroad: 6070,1420 51,32 46,36 39,46 17,58 -21,53 -46,37 -41,38 -22,56 -4,61 16,59
46,43 29,52 25,55 5,60 -3,60 16,59 28,53 34,48 36,46 48,22 30,-48 30,-51 22,-56 16,-58 10,-59 22,-53
37,-47 54,-25 36,44 31,48 11,57 10,58 -17,58 -18,56 5,57 34,47 30,52 42,43 45,39 52,30 49,34 0,-2640
0,-60 -60,0 -6860,0 -60,0 0,60 0,3480 0,60 29,-58 28,-60 40,-52 53,-40"""

# Closed outlines, arc by arc, either way round; "-" walks an arc backwards.
_RING_ARCS = """
torino: torino milano, -torino genova, torino alps; milano: torino milano, milano genova, milano
parma, milano modena, milano mantova, milano venezia, -milano alps; venezia: milano venezia, venezia
alps, venezia sea, -venezia ferrara, -venezia mantova; genova: torino genova, milano genova, genova
parma, genova sea, genova alps; mantova: milano mantova, venezia mantova, -mantova ferrara, -mantova
modena; ferrara: venezia ferrara, ferrara sea, -ferrara bologna, -ferrara modena, mantova ferrara;
parma: milano parma, parma modena, -parma lucca, parma sea, -genova parma; modena: milano modena,
mantova modena, ferrara modena, modena bologna, -modena firenze, -modena lucca, -parma modena;
bologna: ferrara bologna, bologna sea, -bologna urbino, -bologna firenze, -modena bologna; lucca:
parma lucca, modena lucca, -lucca firenze, lucca sea; firenze: modena firenze, bologna firenze,
firenze urbino, firenze spoleto, -firenze roma, -firenze siena, firenze sea, lucca firenze; siena:
firenze siena, -siena roma, siena sea; urbino: bologna urbino, urbino sea, -urbino ancona, -urbino
spoleto, -firenze urbino; spoleto: firenze spoleto, spoleto roma, spoleto napoli, -ancona spoleto,
-urbino spoleto; ancona: urbino ancona, ancona sea, -ancona napoli, -ancona spoleto; roma: firenze
roma, spoleto roma, roma napoli, roma sea, siena roma; napoli: ancona napoli, napoli sea, -roma
napoli, spoleto napoli; coast: genova alps, torino alps, milano alps, venezia alps, venezia sea,
ferrara sea, bologna sea, urbino sea, ancona sea, napoli sea, roma sea, siena sea, firenze sea,
lucca sea, parma sea, genova sea; abroad: abroad, genova alps, torino alps, milano alps, venezia
alps"""

# Closed shapes: Corsica, Sardinia, Elba and the small ones, then the Dalmatian shore.
_ISLANDS = """
799,5724 42,40 17,46 -5,63 -12,59 -3,63 19,58 21,47 23,57 21,61 16,49 11,61 6,59 -1,58 4,66 -1,60
5,59 -2,57 -13,63 -2,55 -11,61 -8,57 -16,63 -21,55 -21,53 -20,58 -18,52 -9,66 -15,53 -26,52 -44,37
-62,13 -38,-33 -30,-57 -29,-50 -45,-37 -52,-27 7,-59 10,-55 -8,-61 -43,-30 -50,-36 -19,-51 30,-56
18,-58 -25,-48 -49,-43 -40,-41 -6,-56 31,-57 27,-48 -18,-63 -35,-42 -31,-54 22,-57 48,-40 50,-30
40,-33 51,-33 46,-35 60,-28 57,-14 49,-36 24,-55 6,-55 9,-64 20,-56 13,-51; 600,7715 43,-29 57,-30
54,10 49,49 37,46 51,16 61,14 29,56 6,57 14,57 46,44 44,35 12,53 -23,61 -11,60 -10,53 19,61 30,48
26,61 7,54 1,59 -5,67 -13,50 -2,66 -4,59 11,62 19,56 15,54 20,53 16,61 5,64 -13,58 -5,52 -19,61
-6,63 -17,57 1,61 -2,55 9,66 12,59 14,52 14,57 6,58 12,61 6,63 -5,60 -26,55 -47,36 -57,15 -61,24
-58,10 -61,7 -58,4 -56,8 -61,-4 -58,2 -65,-2 -56,-1 -58,-11 -65,-8 -59,-15 -52,-12 -59,-27 -45,-42
-14,-50 0,-57 17,-58 15,-58 14,-62 22,-56 11,-61 3,-59 -2,-64 -14,-49 -20,-57 -18,-65 -5,-60 19,-47
34,-57 45,-41 23,-53 -9,-55 -16,-57 -30,-55 -21,-58 -6,-56 15,-62 16,-53 15,-62 -11,-57 -35,-47
-40,-46 -36,-45 -31,-57 -6,-61 -12,-56 1,-55 10,-66 32,-47 51,-34 33,40 38,49 37,44 54,-12 39,-39
44,-47 23,-53 32,-51 15,-59 1,-62 18,-62 10,-54; 1401,5841 35,5 36,15 44,-9 20,-32 30,-19 39,15
20,27 15,37 5,39 -11,30 -34,6 -33,-17 -39,20 -34,19 -33,-1 -45,-7 -28,-26 -13,-29 6,-45; 1101,5660
35,-23 27,25 9,42 -8,38 -34,26 -27,-27 -7,-39; 1859,6499 40,7 26,26 -1,38 -11,37 -41,2 -19,-32
-4,-40; 4079,9081 37,14 10,31 -14,37 -32,12 -26,-27 4,-38; 5030,9522 31,-29 41,-13 40,8 29,31 5,40
-20,32 -35,23 -43,-1 -38,-13 -15,-40; 5481,9922 34,-25 38,-8 36,15 20,30 -34,23 -39,14 -35,-19;
6519,2621 21,-37 26,-26 34,-16 15,33 9,40 3,40 9,38 17,35 26,31 21,33 21,35 -12,36 -29,27 -40,9
-31,-22 -18,-34 -18,-34 -18,-36 -15,-39 -13,-35 -8,-41; 6399,2558 33,22 22,32 20,36 16,35 16,38
11,35 2,43 -9,35 -17,34 -26,-2 -15,-36 -13,-39 -10,-40 -10,-39 -8,-36 -7,-39 -6,-38; 6901,3001
-36,-22 -38,-7 -38,4 -38,6 -38,18 -29,24 3,38 24,30 27,29 30,24 30,31 19,29 23,37 20,31 19,32 28,5
11,-42 6,-38 2,-39 1,-37 0,-39 -3,-39 -10,-42; 6901,3520 -27,-33 -29,-20 -41,-6 -33,20 -28,29 6,39
20,32 25,29 30,29 26,31 25,30 31,15 6,-38 4,-40 -3,-41 -4,-37"""
# Maggiore, Como, Garda, Bolsena.
_LAKES = """
1659,622 17,-37 20,-38 27,11 12,38 5,42 -10,38 -23,31 -22,36 -11,40 -2,36 -5,41 -15,37 -23,34 -28,30
-18,-34 -2,-40 3,-41 11,-36 20,-37 15,-36 11,-40 9,-37; 2220,558 14,-33 22,-38 23,11 13,40 8,40
12,37 18,35 17,39 -2,33 -39,-12 -27,-26 -19,-37 -25,13 -16,39 -11,38 -29,22 -31,-21 25,-34 27,-27
14,-38 2,-41; 3460,841 21,-33 29,-25 19,25 -1,39 0,41 5,39 10,37 16,37 16,37 5,36 -14,39 -24,29
-36,19 -35,-18 -23,-32 -14,-36 7,-41 7,-36 3,-43 1,-38 -1,-39; 3181,6900 31,-29 37,-12 36,19 22,35
0,41 -19,36 -33,24 -38,-10 -33,-24 -9,-38"""
# Per distance from the coast the lines that echo it, in whole units.
_SEA = """
-4,354 11,-15 19,1 14,-3 10,-9 14,-5 10,-14 18,-12 12,1 16,11 3,9 6,8 1,15 7,10 1,13 6,9 -3,29 12,31
7,56 18,22 -1,29 -6,19 0,14 4,5 13,3 3,20 15,7 5,6 9,24 -9,16 3,9 11,6 12,-6 7,2 15,20 20,37 16,9
26,34 15,29 48,54 18,7 15,21 17,1 11,9 12,6 7,8 17,1 16,14 16,20 -1,6 -10,4 -4,5 -1,8 4,6 7,3 7,-1
14,-14 11,-1 11,5 15,-3 4,4 0,5 -7,10 -2,10 -11,2 -6,5 -1,6 4,5 6,3 6,-2 6,-4 2,-9 22,-5 19,-10 6,3
17,28 / 684,291 -5,-3 -6,-17 4,-6 7,0 / 684,746 -7,-6 -16,-3 -5,-6 -2,-22 -25,-97 -3,-36 -12,-50
-6,-8 -15,-6 -9,-16 -28,-28 -67,-86 -8,-40 4,-19 10,-22 24,-10 7,-11 -5,-16 -9,-7 -14,-4 -5,-10
2,-11 11,-13 -3,-19 6,-11 19,-10 12,-13 17,-1 15,-9 16,5 12,-2 5,2 2,6 -4,11 1,9 10,18 2,16 6,13
13,11 6,-1 10,-11 6,1 3,7 -1,6 -8,5 -11,-1 -5,4 0,12 5,20 5,5 10,0 6,3 3,15 20,26 / 684,810 -18,-14
-5,-8 3,-5 13,-8 7,-12 / 684,338 -12,7 -3,7 3,9 12,14 / 400,910 0,7 6,6 6,-1 5,-5 1,-8 -6,-6 -7,1
-5,6 / 198,659 0,-7 -4,-6 -8,-2 -5,4 -2,10 5,7 9,1 5,-7 / 151,577 -16,5 -3,8 2,7 5,5 7,2 20,-4 4,-7
-1,-14 -11,-4 -7,2 / 127,1004 0,-13 -7,-38 6,-42 -8,-31 2,-35 -8,-18 4,-22 -10,-12 -6,-17 -29,-17
-11,6 -6,5 -7,28 -6,11 -7,2 -8,-7 -6,-1 -7,5 -5,9 2,25 14,21 -4,23 7,23 -11,21 6,31 -8,33 0,10 /
105,576 7,6 8,-3 3,-9 -4,-9 -6,-3 -6,3 -3,6 1,9 / 27,647 2,5 -4,16 10,13 -2,15 10,13 0,15 10,8 9,14
7,3 7,-3 7,-5 4,-9 11,-36 4,-29 -2,-37 -10,-31 1,-21 -6,-9 -6,-1 -5,4 -10,30 -14,7 -24,18 -3,10
4,10; -4,363 6,-4 9,-12 17,0 16,-4 10,-9 15,-6 10,-14 16,-9 7,0 11,8 9,15 1,14 7,11 1,12 5,10 -2,28
12,32 8,56 17,22 -1,26 -9,27 -16,5 -11,1 -10,-16 -9,-5 -10,3 -11,10 -13,-3 -6,1 -8,8 -8,27 -34,21
-8,12 -1,9 5,12 -3,17 8,15 0,16 9,13 3,17 10,9 9,16 -11,17 -7,26 -5,2 -9,-3 -10,2 -9,8 -5,10 2,28
13,21 -3,22 7,20 -11,23 6,32 -8,31 0,11 / 134,1004 0,-14 -7,-37 6,-43 -8,-31 1,-35 -6,-18 2,-22
-10,-15 -6,-16 -15,-9 -8,-10 10,-17 10,-35 6,-32 -2,-41 -10,-32 1,-7 6,-3 18,2 8,15 9,6 10,1 16,-3
14,-7 12,9 12,5 8,19 0,5 -6,5 -16,-7 -12,4 -5,13 5,15 11,5 17,-7 17,9 15,-3 5,2 11,14 21,38 16,10
18,21 13,19 9,21 48,54 20,10 11,16 6,6 17,0 20,13 9,9 18,2 12,11 10,14 -11,19 1,10 5,7 9,5 10,0 8,-5
8,-9 6,-1 17,6 2,4 -2,5 -12,6 -5,7 -1,9 5,8 / 568,1004 8,-11 30,-10 5,3 11,18 / 684,736 -17,-5 -4,-4
-2,-20 -25,-97 -3,-35 -12,-52 -9,-10 -14,-7 -10,-15 -27,-28 -65,-83 -8,-38 4,-17 7,-17 25,-13 8,-15
-1,-11 -5,-10 -10,-8 -13,-4 -3,-5 1,-7 11,-14 -1,-20 4,-9 16,-7 12,-12 16,-2 13,-7 23,7 2,19 10,17
3,20 17,24 1,18 6,22 7,7 13,4 5,13 13,15 -1,6 -9,12 1,12 14,18 7,5 / 684,801 -9,-6 -1,-5 10,-13 /
411,896 -12,3 -6,12 2,12 11,7 13,-4 6,-11 -3,-12 -11,-7; -4,372 10,-4 10,-11 21,-2 10,-3 12,-10
15,-7 12,-14 9,-5 5,0 6,4 7,12 1,13 7,12 6,20 -1,27 12,33 7,57 17,24 -1,21 -8,19 -13,3 -12,-14
-12,-4 -11,1 -14,9 -20,0 -11,11 -10,26 -30,20 -9,11 -4,15 4,16 -1,20 7,14 0,15 9,15 2,13 13,15 4,10
-13,31 -22,5 -14,14 / -4,851 10,16 -2,20 5,19 -9,23 6,32 -8,30 0,13 / 143,1004 0,-16 -7,-35 6,-43
-8,-32 2,-32 -7,-22 2,-21 -16,-34 -17,-12 -2,-5 18,-57 4,-31 -4,-47 7,-6 22,8 34,-6 8,5 1,8 -14,8
-7,10 -2,15 5,13 7,7 9,3 22,-3 14,6 16,-1 8,8 23,41 17,12 20,23 20,37 48,54 20,11 5,6 3,10 -12,12
-4,14 2,12 6,8 14,7 17,-4 8,-9 4,-19 5,-4 6,1 14,11 17,3 11,14 -7,20 4,18 15,12 24,1 6,21 / 579,1004
4,-3 18,-6 5,2 5,7 / 684,725 -10,-3 -3,-4 -26,-110 -4,-35 -12,-54 -10,-12 -14,-8 -10,-15 -19,-18
-72,-90 -7,-34 4,-16 6,-12 27,-16 7,-17 0,-12 -5,-12 -21,-19 7,-17 -1,-17 2,-5 13,-7 12,-10 14,-2
12,-6 11,5 5,17 9,14 3,22 16,23 2,18 6,22 8,9 13,6 12,19 -6,21 2,15 17,20 12,7"""

# Foot of each hill and its height.
_PEAKS: tuple[tuple[int, int, int], ...] = (
    *((14, 40, 15), (40, 27, 18), (72, 20, 19), (100, 27, 15), (134, 33, 17), (160, 20, 15)),
    *((196, 16, 15), (262, 12, 10), (300, 17, 14), (330, 25, 15), (362, 20, 16)),
    *((392, 19, 13), (460, 18, 15), (494, 27, 18), (528, 31, 18), (560, 38, 18), (600, 52, 17)),
    *((626, 78, 16), (640, 106, 14), (404, 64, 15), (428, 56, 17), (452, 66, 15), (300, 62, 16)),
    *((322, 72, 14), (40, 208, 14), (58, 192, 12)),
    *((282, 354, 11), (266, 368, 11), (420, 378, 12), (440, 388, 11), (478, 540, 12)),
    *((458, 536, 11), (494, 640, 15), (478, 660, 12), (530, 740, 17), (552, 752, 18)),
    *((576, 768, 17), (540, 780, 15), (598, 800, 16), (612, 830, 15), (580, 808, 14)),
)


def _named(text: str) -> dict[str, str]:
    pairs = (entry.partition(":") for entry in text.split(";"))
    return {" ".join(name.split()): " ".join(rest.split()) for name, _, rest in pairs}


def _points(steps: str, scale: float = 10) -> list[tuple[float, float]]:
    x = y = 0
    found: list[tuple[float, float]] = []
    for step in steps.split():
        dx, dy = step.split(",")
        x, y = x + int(dx), y + int(dy)
        found.append((x / scale, y / scale))
    return found


def _middle(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return round((a[0] + b[0]) / 2, 2), round((a[1] + b[1]) / 2, 2)


def _place(at: tuple[float, float]) -> str:
    return f"{at[0]:g} {at[1]:g}"


def _softly(middles: list[tuple[float, float]]) -> str:
    """Continue a soft line through these points, as relative steps, which take half the space."""
    steps = ""
    for (x0, y0), (x1, y1) in pairwise(middles):
        dx, dy = round(x1 - x0, 2), round(y1 - y0, 2)
        steps += f"t{dx:g}{'' if dy < 0 else ' '}{dy:g}"
    return steps


def _curve(points: list[tuple[float, float]]) -> str:
    """Return a soft line through the middles of the steps, the same in both directions."""
    middles = [_middle(a, b) for a, b in pairwise(points)]
    end = f"L{_place(points[-1])}"
    if len(points) < 3:
        return end
    soft = f"L{_place(middles[0])}Q{_place(points[1])} {_place(middles[1])}"
    return soft + _softly(middles[1:]) + end


def _line(points: list[tuple[float, float]]) -> str:
    return f"M{_place(points[0])}" + _curve(points)


def _loop(points: list[tuple[float, float]]) -> str:
    first = _middle(points[-1], points[0])
    middles = [_middle(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    soft = f"M{_place(first)}Q{_place(points[0])} {_place(middles[0])}"
    return soft + _softly(middles) + "Z"


def _ring(arcs: str) -> str:
    path = ""
    for name in arcs.split(", "):
        points = _points(_ARCS[name.removeprefix("-")])
        if name.startswith("-"):
            points.reverse()
        path += _curve(points) if path else _line(points)
    return path + "Z"


def _hill(x: int, y: int, h: int) -> str:
    """Return a hill: its ridge, and two strokes of shade on one side."""
    ridge = f"M{x - h * 0.7:g} {y}Q{x - h * 0.25:g} {y - h * 0.45:g} {x} {y - h}"
    slope = f"Q{x + h * 0.35:g} {y - h * 0.4:g} {x + h * 0.8:g} {y}"
    shade = f"M{x + h * 0.1:g} {y - h * 0.62:g}l{h * 0.12:g} {h * 0.5:g}"
    return ridge + slope + shade + f"M{x + h * 0.34:g} {y - h * 0.3:g}l{h * 0.08:g} {h * 0.26:g}"


def _rose(x: float, y: float, radius: float) -> str:
    """Return a compass rose: the right halves of its eight points, to be filled."""
    path = ""
    for turn in (0, 2, 4, 6, 1, 3, 5, 7):
        long = 0.6 if turn % 2 else 1.0
        angle, side = math.pi * turn / 4, math.pi * turn / 4 + math.pi / 8
        tip = (x + radius * long * math.sin(angle), y - radius * long * math.cos(angle))
        root = (x + radius * 0.24 * math.sin(side), y - radius * 0.24 * math.cos(side))
        path += f"M{x:g} {y:g}L{tip[0]:.1f} {tip[1]:.1f}L{root[0]:.1f} {root[1]:.1f}Z"
    return path


_ARCS, _RINGS = _named(_ARC_STEPS), _named(_RING_ARCS)

# City -> its region, a closed path.
REGIONS: dict[str, str] = {city: _ring(_RINGS[city]) for city in CENTRES}
# The 34 borders of the game, (city, city) -> an open path; drawn once each, not once per side.
BORDERS: dict[tuple[str, str], str] = {
    (name.split()[0], name.split()[1]): _line(_points(steps))
    for name, steps in _ARCS.items()
    if len(set(name.split()) & set(CENTRES)) == 2
}
# The whole peninsula, closed: along the Alps and the frame too.
COAST: str = _ring(_RINGS["coast"])
# Land out of play: beyond the Alps with Istria; islands.
ABROAD: str = _ring(_RINGS["abroad"])
ISLANDS: list[str] = [_loop(_points(steps)) for steps in _ISLANDS.split(";")]
LAKES: list[str] = [_loop(_points(steps)) for steps in _LAKES.split(";")]
# Open lines that echo the coast, the nearest first.
SEA_LINES: list[str] = [
    "".join(_line(_points(steps, 1)) for steps in lines.split("/")) for lines in _SEA.split(";")
]
MOUNTAINS: str = "".join(_hill(x, y, height) for x, y, height in _PEAKS)
ROSE: str = _rose(232, 876, 62)
# Names of the seas: x, y of the middle, turn in degrees, text.
SEAS: list[tuple[float, float, float, str]] = [
    (196.0, 742.0, 58.0, "Mare Tirreno"),
    (592.0, 390.0, 52.0, "Mare Adriatico"),
    (56.0, 398.0, 0.0, "Mar"),
    (56.0, 424.0, 0.0, "Ligure"),
]


# --- Where a city can be clicked on: its land, and the sea before it where the land is narrow.

SHORES: dict[str, tuple[float, float, float, float]] = {
    "parma": (76, 300, 84, 84),
    "lucca": (76, 384, 96, 84),
}
"""City -> x, y, width and height of the water where its name stands, which counts as its land."""


def _box(city: str) -> tuple[float, float, float, float]:
    """Return the x, y, width and height of a city's land, in whole units."""
    x, y, width, height = SHORES.get(city, (680.0, 1000.0, -680.0, -1000.0))
    rings = [_points(_ARCS[name.removeprefix("-")]) for name in _RINGS[city].split(", ")]
    xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
    left, top = math.floor(min(x, *xs)), math.floor(min(y, *ys))
    right, foot = math.ceil(max(x + width, *xs)), math.ceil(max(y + height, *ys))
    return left, top, right - left, foot - top


def _into(box: tuple[float, float, float, float]) -> str:
    """Return the SVG transform that turns a box into the unit square."""
    x, y, width, height = box
    return f"scale({1 / width:.6f} {1 / height:.6f}) translate({-x:g} {-y:g})"


def _rectangle(box: tuple[float, float, float, float] | None) -> str:
    return "" if box is None else "M{} {}h{}v{}h-{}Z".format(*box, box[2])


LANDS: dict[str, tuple[float, float, float, float]] = {city: _box(city) for city in CENTRES}
"""City -> the x, y, width and height of its clickable area (board.css uses the same numbers)."""
CLIPS: dict[str, tuple[str, str]] = {
    city: (_into(box), _rectangle(SHORES.get(city))) for city, box in LANDS.items()
}
"""City -> the transform of its land into the unit square, and the path of its shore, if any."""
