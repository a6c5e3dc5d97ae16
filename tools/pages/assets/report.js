window.clcUpdate = (data) => { document.getElementById("page").textContent = data.title; };
window.clcUpdate(JSON.parse(document.getElementById("data").textContent));
