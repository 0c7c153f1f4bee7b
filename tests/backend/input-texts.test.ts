import { expect, it } from "vitest";
import { inputLeaves } from "./fixtures/input-leaves";

/** Texts that are only compared, secret, or parsed again by their own schema; none is stored for people to read. */
const unkept = new Set([
	"account.getAudit.actorId",
	// Only a well-formed language tag counts.
	"account.createAccount.language",
	"account.getLineSource.find",
	// Compared with the keys of a message.
	"account.savePayloadRecipe.recipe.device.path",
	"account.savePayloadRecipe.recipe.time.path",
	"account.savePayloadRecipe.recipe.values.path",
	"account.leaveAccount.companyName",
	"account.requestDeletion.companyName",
	"account.retryFailedWork.subject",
	"account.retryFailedWork.work",
	"device.getDevices.search",
	"device.setUnitMeaning.unit",
	// The query of an OAuth request, which the library reads and nothing stores.
	"account.getAssistantRequest.search",
	"account.connectAssistant.search",
	// Compared with the text of a file.
	"log.keepFileFormat.columns.channelName",
	"log.keepFileFormat.columns.heading",
	"view.createView.search",
	"view.updateView.search",
	// The schema takes printable ASCII only.
	"webhook.createWebhook.url",
	"webhook.updateWebhook.url",
]);
const isUnkept = (path: string) =>
	unkept.has(path) || /^(log|device)\.get\w+\.(text|search|filters\.\w+)$|\.cursor$|\.filter\.\w+$/.test(path);

const odd = "Ana\u0000 \r\nLopes\u202e\u2066 \u200b\u2060\ufeff\u00ad\u200d!\u{e0041}\u0085\u2028";
const unwritten =
	/[\p{Cc}\u2028\u2029\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\u200D!|[\u{E0000}-\u{E007F}]/u;

it("takes no text of an input with what turns it, breaks it unseen, or is not drawn", () => {
	const texts = inputLeaves.filter(({ schema }) => schema._zod.def.type === "string");
	expect(texts.length).toBeGreaterThan(40);
	const kept = texts.flatMap(({ path, schema }) => {
		const { success, data } = schema.safeParse(odd);
		if (!success || isUnkept(path)) return [];
		return unwritten.test(String(data).replaceAll("\n", "")) ? [path] : [];
	});
	expect(kept).toEqual([]);
});
