export const pressField = "press";
export const askForPress = "ask";

/** Mail scanners submit forms and may run scripts, so a nonce requires a press that the browser marks as a person's. */
export const pressScript = `
(() => {
	const form = document.querySelector("form");
	const byNumber = document.getElementById("by-number");
	const nonce = form.elements.namedItem("${pressField}");
	const typeNumber = () => {
		byNumber.hidden = false;
		document.getElementById("number").focus();
	};
	if (!byNumber.hasAttribute("data-asked")) byNumber.hidden = true;
	document.querySelector("details")?.addEventListener("toggle", ({ target }) => {
		if (target.open) document.getElementById("comment").focus();
	});
	form.addEventListener("click", async (event) => {
		const button = event.target.closest("button");
		if (button === null || !byNumber.hidden) return;
		event.preventDefault();
		if (!event.isTrusted || document.visibilityState !== "visible" || button.disabled) return;
		button.disabled = true;
		try {
			const body = new URLSearchParams({ ${pressField}: "${askForPress}" });
			const answer = await fetch(location.href, { method: "POST", body, cache: "no-store", credentials: "omit" });
			if (!answer.ok) throw new Error("No nonce");
			nonce.value = (await answer.json()).nonce;
		} catch {
			button.disabled = false;
			typeNumber();
			return;
		}
		const choice = form.elements.namedItem("chosen");
		choice.name = "choice";
		choice.value = button.value;
		form.submit();
	});
})();
`;
