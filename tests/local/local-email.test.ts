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
