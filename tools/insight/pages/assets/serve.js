// A page of `clc serve`: which file and target it shows, and what the server tells of them. The report itself is drawn by
// report.js, which takes new data through clcUpdate().
(() => {
  const chosen = new URLSearchParams(location.search);
  const view = {file: chosen.get("file") || "", target: chosen.get("target") || "", commit: chosen.get("commit") === "1"};
  let asked = 0;
  let isDone = () => {};  // ends the state "compiling"
  let shown = 0;  // the version of what is shown
  let moreTargets = [];
  let list = {files: [], targets: [], has_commit: false};

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  const files = element("select", {id: "serve-file"});
  const targets = element("select", {id: "serve-target"});
  const more = element("button", {type: "button", id: "serve-more"}, "More targets");
  const commit = element("input", {type: "checkbox", id: "serve-commit"});
  const commitLabel = element("label", {for: "serve-commit", hidden: ""}, commit, " compare with the last commit");
  const state = element("span", {id: "serve-state", role: "status"});
  const trouble = element("p", {id: "serve-trouble", role: "alert", hidden: ""});
  const bar = element("nav", {id: "serve", "aria-label": "What is shown"},
    element("label", {for: "serve-file"}, "File "), files, " ",
    element("label", {for: "serve-target"}, "Target "), targets, " ", more, " ", commitLabel, " ", state, trouble);
  document.getElementById("page").before(bar);

  const fill = (select, options, value) => {
    select.replaceChildren(...options.map(([name, text]) => element("option", {value: name}, text)));
    select.value = value;
  };

  const marks = {broken: " ✗", good: "", unknown: " …"};
  const showList = () => {
    fill(files, list.files.map((file) => [file.name, file.name + marks[file.state]]), view.file);
    const names = [...new Set([view.target, ...list.targets, ...moreTargets])].filter((name) => name);
    fill(targets, names.map((name) => [name, name]), view.target);
    commitLabel.hidden = !list.has_commit;
    commit.checked = view.commit;
  };

  const ask = async (name, query = {}) => {
    const words = new URLSearchParams(query).toString();
    const answer = await fetch(words ? `${name}?${words}` : name, {cache: "no-store"});
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };

  const sayTrouble = (text) => {
    trouble.textContent = text;
    trouble.hidden = text === "";
  };

  const describe = (answer) => {
    const words = [];
    if (answer.failure) words.push(answer.failure);
    if (answer.errors && answer.old) words.push("The file does not compile. The code is that of the last version that did.");
    if (answer.errors && !answer.built) words.push("The file does not compile.");
    if (!answer.errors && answer.old) words.push("The code is old: it is that of the last version that compiled.");
    const committed = answer.commit;
    if (view.commit && committed && committed.id) {
      if (!committed.is_there) words.push("The last commit does not have this file.");
      if (committed.is_same) words.push("Nothing was changed since the last commit.");
      if (committed.failure) words.push(committed.failure);
    }
    return words.join(" ");
  };

  // The box says that the last commit is shown beside; report.js calls it another build.
  const compareBuilds = () => {
    const compare = document.getElementById("compare");
    const build = compare && !compare.value && [...compare.options].find((option) => option.value.startsWith("1|"));
    if (!build) return;
    compare.value = build.value;
    compare.dispatchEvent(new Event("change"));
  };

  // Seconds go by in the line of the state, while what was compiled before stays in view.
  const sayCompiling = () => {
    const since = Date.now(), show = () => { const seconds = Math.floor((Date.now() - since) / 1000); state.textContent = `compiling …${seconds ? ` ${seconds} s` : ""}`; };
    show();
    document.documentElement.classList.add("serve-busy");
    const clock = setInterval(show, 1000);
    return () => { clearInterval(clock); document.documentElement.classList.remove("serve-busy"); };
  };

  const load = async () => {
    const number = ++asked;
    shown = 0;
    if (!view.file) return;
    isDone();
    isDone = sayCompiling();
    try {
      const query = {file: view.file, target: view.target};
      if (view.commit) query.commit = "1";
      const answer = await ask("view", query);
      if (number !== asked) return;  // another one was asked for meanwhile
      isDone();
      window.clcUpdate(answer.report);
      if (view.commit) compareBuilds();
      document.documentElement.classList.toggle("serve-old", answer.old === true);
      state.textContent = answer.old ? "old code" : answer.built ? "up to date" : "no code";
      sayTrouble(describe(answer));
      shown = answer.version;
      document.documentElement.dataset.version = `${shown}`;
    } catch (error) {
      if (number !== asked) return;
      isDone();
      state.textContent = "";
      sayTrouble(error.message);
    }
  };

  const show = () => {
    const query = new URLSearchParams({file: view.file, target: view.target});
    if (view.commit) query.set("commit", "1");
    history.replaceState(null, "", `?${query}${location.hash}`);
    load();
  };

  const lookAround = async () => {
    list = await ask("files");
    if (!list.files.some((file) => file.name === view.file)) view.file = list.files.length ? list.files[0].name : "";
    if (!view.target) view.target = list.targets[0];
    showList();
    if (list.files.length === 0) sayTrouble(`There is no .cl or .clcpp file in ${list.folder} yet.`);
  };

  files.addEventListener("change", () => { view.file = files.value; show(); });
  targets.addEventListener("change", () => { view.target = targets.value; show(); });
  commit.addEventListener("change", () => { view.commit = commit.checked; show(); });
  more.addEventListener("click", () => {
    ask("targets").then((answer) => {
      moreTargets = answer.targets;
      more.hidden = true;
      showList();
      targets.focus();
    }).catch((error) => sayTrouble(error.message));
  });

  const events = new EventSource("events");
  // Also after the connection was lost: what happened meanwhile was not told.
  events.onopen = () => lookAround().then(load).catch((error) => sayTrouble(error.message));
  events.onerror = () => {
    state.textContent = "";
    sayTrouble("The server has ended, or cannot be reached.");
  };
  const lookAgain = async (isCommit) => {
    const before = view.file;
    await lookAround();
    if (isCommit || view.file !== before) load();
  };
  events.onmessage = (message) => {
    const told = JSON.parse(message.data);
    if (told.files || told.commit) {
      lookAgain(told.commit).catch((error) => sayTrouble(error.message));
      return;
    }
    if (told.target === list.targets[0]) {
      const known = list.files.find((file) => file.name === told.file);
      if (known) known.state = told.errors || told.failure ? "broken" : "good";
      showList();
    }
    if (told.file === view.file && told.target === view.target && told.version > shown) load();
  };
})();
