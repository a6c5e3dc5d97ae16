// Runs the page's script, which is compressed. Its digest is in the page's policy.
(async () => {
  if (!window.DecompressionStream) { document.getElementById("page").textContent = "This page wants a browser of 2023 or later."; return; }
  const bytes = Uint8Array.from(atob(document.getElementById("script").textContent), (letter) => letter.charCodeAt(0));
  const script = document.createElement("script");
  script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  document.body.append(script);
})();
