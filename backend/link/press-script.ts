/** What a page posts to request a nonce, and what it posts the nonce as. */
export const pressField = "press";
export const askForPress = "ask";

/**
 * A scanner of mails opens links and submits forms, and may run scripts. A press that the browser itself calls a
 * person's, on a page in sight, gets a nonce; a user who has no script types the number that stands on the page.
 */
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
