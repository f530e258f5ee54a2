// What makes pages comfortable; they are whole without it. It reads tables and attributes that stand in
// the page, sets text, and computes no rule and no statistic.
'use strict';
