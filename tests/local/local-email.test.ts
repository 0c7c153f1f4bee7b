import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { faultOnPurpose } from "../../local/local-email";
import { mailbox } from "./pool-client";

const mail = { from: "console@aqlcloud.test", subject: "123456 is your code", text: "Enter 123456" };

it("puts mail into the mailbox, with its code to be read", async () => {
	const sent = await exports.LocalEmail.send({ ...mail, to: "Ana@example.test" });
	expect(sent).toEqual({ messageId: expect.stringMatching(/^<.+@aqlcloud\.test>$/) });
	const kept = { to: "ana@example.test", subject: mail.subject, text: mail.text, code: "123456" };
	expect(await mailbox().messages("ana@example.test")).toMatchObject([kept]);
});

it("fails on purpose to some addresses", () => {
	const names = ["refused", "suppressed", "outage", "throttled", "ana"];
	expect(names.map((name) => faultOnPurpose(`${name}@example.test`))).toEqual([
		...["E_VALIDATION_ERROR", "E_RECIPIENT_SUPPRESSED", "E_INTERNAL_SERVER_ERROR", "E_RATE_LIMIT_EXCEEDED"],
		null,
	]);
});

it("keeps a mail's HTML beside its text, with the pictures that came inline", async () => {
	const to = "picture@example.test";
	const html = '<p>Hello</p><img src="cid:course"><a href="http://localhost:5173/alerts/">Open</a>';
	const picture = {
		contentId: "course",
		filename: "course.png",
		type: "image/png",
		content: new Uint8Array([1, 2, 3]),
	};
	await exports.LocalEmail.send({ ...mail, to, html, attachments: [{ disposition: "inline", ...picture }] });
	const [kept] = await mailbox().messages(to);
	expect(kept).toMatchObject({ text: mail.text, hasHtml: true });
	const page = await exports.default.fetch(`http://localhost:8123/__local/mailbox/${kept?.id}`);
	expect(await page.text()).toBe(
		'<p>Hello</p><img src="data:image/png;base64,AQID"><a href="http://localhost:8123/alerts/">Open</a>',
	);
	expect((await exports.default.fetch("http://localhost:8123/__local/mailbox/999999")).status).toBe(404);
});
