(function () {
  // The measures of the board picture, as it is drawn.
  var R = 18, POINT = 42, LEFT = 48, TOP = 42, WIDTH = 640, HEIGHT = 528, NUMBERS = 20, BAR = 40;
  var STEP = 320;

  function board(question) {
    var svg = question.querySelector('svg.bg');
    if (!svg) return null;
    var clockwise = question.dataset.o === 'cw';
    var layer = svg.querySelector('.q');
    var home = {};
    layer.querySelectorAll('use').forEach(function (checker) {
      (home[checker.dataset.p] = home[checker.dataset.p] || []).push(checker);
    });
    var off = svg.querySelectorAll('rect.' + (question.dataset.c || 'o') + '[rx="2"]').length;
    var timers = [];

    function mirror(x) { return clockwise ? WIDTH - x : x; }

    // The n-th place of a point of the mover (m) or the other (w), in that side's own numbering; 25 is the bar, 0 off.
    function place(side, point, n) {
      var row = Math.min(n, 4), y = TOP, sign = 1;
      if (point === 25) {
        return [mirror(LEFT + 6 * POINT + BAR / 2), HEIGHT / 2 + (side === 'm' ? -1 : 1) * (38 + row * 29)];
      }
      if (point === 0) {
        return [mirror(WIDTH - 24), HEIGHT - TOP - NUMBERS - 6 - n * 11];
      }
      if (side === 'w') point = 25 - point;
      var column = point > 12 ? point - 13 : 12 - point;
      if (point <= 12) { y = HEIGHT - TOP; sign = -1; }
      return [
        mirror(LEFT + POINT * (column + 0.5) + (column > 5 ? BAR : 0)),
        y + sign * (NUMBERS + R + 1 + row * R * 2)
      ];
    }

    function put(checker, key, n, fade) {
      var at = place(key[0], +key.slice(1), n);
      var dx = at[0] - checker.getAttribute('x'), dy = at[1] - checker.getAttribute('y');
      checker.style.transition = fade ? 'transform ' + STEP + 'ms ease' : 'none';
      checker.style.transform = dx || dy ? 'translate(' + dx + 'px,' + dy + 'px)' : '';
      checker.classList.toggle('k', key.slice(1) === '25');
      checker.dataset.p = key;
      checker.style.opacity = key === 'm0' ? 0.55 : '';
    }

    function count(stacks) {
      layer.querySelectorAll('text').forEach(function (text) { text.remove(); });
      Object.keys(stacks).forEach(function (key) {
        var stack = stacks[key];
        if (stack.length < 6 || key === 'm0') return;
        var at = place(key[0], +key.slice(1), 5);
        var text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
        text.setAttribute('class', 'c t' + (stack[0].classList.contains('x') ? 'x' : 'o'));
        text.setAttribute('data-n', key);
        text.setAttribute('x', at[0]);
        text.setAttribute('y', at[1] + 6);
        text.textContent = stack.length;
        layer.appendChild(text);
      });
    }

    function copy() {
      var stacks = {};
      Object.keys(home).forEach(function (key) { stacks[key] = home[key].slice(); });
      return stacks;
    }

    function hop(stacks, from, to) {
      var stack = stacks['m' + from];
      if (!stack || !stack.length) return;
      var checker = stack.pop(), waiting = 'w' + (25 - to), target = 'm' + to;
      layer.appendChild(checker);
      if (to && stacks[waiting] && stacks[waiting].length === 1) {
        var prisoner = stacks[waiting].pop(), bar = stacks.w25 = stacks.w25 || [];
        bar.push(prisoner);
        put(prisoner, 'w25', bar.length - 1, true);
      }
      var there = stacks[target] = stacks[target] || [];
      there.push(checker);
      put(checker, target, there.length - 1 + (to ? 0 : off), true);
    }

    function back() {
      timers.forEach(clearTimeout);
      timers = [];
      Object.keys(home).forEach(function (key) {
        home[key].forEach(function (checker, n) { put(checker, key, n, false); });
      });
      count(home);
    }

    // "13-8 6-5": the checkers go one after another, after the last play has been taken back.
    return function (moves) {
      back();
      var stacks = copy();
      (moves || '').split(' ').filter(Boolean).forEach(function (move, n) {
        var ends = move.split('-');
        timers.push(setTimeout(function () {
          hop(stacks, +ends[0], +ends[1]);
          count(stacks);
        }, 30 + n * STEP * 0.7));
      });
    };
  }

  function remember(key, choice) {
    window.tabiyaChoice = key + '|' + choice;
    try { sessionStorage.setItem('tabiyaChoice', window.tabiyaChoice); } catch (e) { /* the window has it */ }
  }

  function recall(key) {
    var stored = window.tabiyaChoice;
    try { stored = stored || sessionStorage.getItem('tabiyaChoice'); } catch (e) { /* the window has it */ }
    stored = (stored || '').split('|');
    return stored[0] === key ? stored[1] : null;
  }

  function judge(question, answer, options) {
    var chosen = recall(question.dataset.k), verdict = answer.querySelector('.verdict');
    options.forEach(function (option, n) {
      if (option.dataset.j === 'r') option.classList.add('right');
      if (String(n) !== chosen) return;
      option.classList.add('on');
      if (option.dataset.j !== 'r') option.classList.add('missed');
      if (!verdict) return;
      var words = { r: labels[0], c: labels[1], w: labels[2] };
      verdict.textContent = words[option.dataset.j] + (option.dataset.j === 'r' || !option.dataset.l ? '' : ' (' + option.dataset.l + ')');
      verdict.className = 'verdict ' + option.dataset.j;
    });
  }

  function copyId(button) {
    var id = button.parentNode.querySelector('code');
    var range = document.createRange();
    range.selectNodeContents(id);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    try { document.execCommand('copy'); button.textContent = labels[4]; } catch (e) { /* it is selected at least */ }
  }

  var question = document.querySelector('.tabiya .question');
  if (!question) return;
  var labels = (question.dataset.w || 'Right|Close|Wrong|Copy|Copied').split('|');
  var answer = document.querySelector('.tabiya .answer');
  var show = board(question);
  var options = [].slice.call(question.querySelectorAll('.op'));
  if (!answer) {
    remember(question.dataset.k, '');
  }
  options.forEach(function (option, n) {
    option.addEventListener('click', function () {
      if (!answer) {
        options.forEach(function (other) { other.classList.toggle('on', other === option); });
        remember(question.dataset.k, n);
      }
      if (show && option.dataset.m) show(option.dataset.m);
      option.blur();
    });
  });
  if (!answer) return;
  judge(question, answer, options);
  answer.querySelectorAll('tr[data-m]').forEach(function (row) {
    row.addEventListener('click', function () {
      answer.querySelectorAll('tr.shown').forEach(function (other) { other.classList.remove('shown'); });
      row.classList.add('shown');
      if (show) show(row.dataset.m);
    });
  });
  answer.querySelectorAll('.copy').forEach(function (button) {
    button.textContent = labels[3];
    button.addEventListener('click', function () { copyId(button); });
  });
})();
