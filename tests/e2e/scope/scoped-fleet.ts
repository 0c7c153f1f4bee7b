import type { BrowserContext } from "playwright-core";
import type { GroupListRow } from "../../../shared/device/group";
import { call } from "../device-fleet";
import { addLogger, type Logger } from "../device-logger";
import { product } from "../this-product";
import { test as base, signIn } from "../visitor";

export type ScopedFleet = {
	owner: BrowserContext;
	word: string;
	pharmacyId: string;
	first: Logger;
	second: Logger;
	outside: Logger;
	hiddenId: string;
	filterIds: string[];
};

export const namesIn = ({ word }: Pick<ScopedFleet, "word">) => ({
	first: `${word} 1`,
	second: `${word} 2`,
	outside: `Other ${word}`,
	hidden: `Hidden ${word}`,
});

/** Signs in a person who sees the group Pharmacy alone. The test makes what they see and what they do not. */
export const test = base.extend("fleet", async ({ browser, context }, { onCleanup }): Promise<ScopedFleet> => {
	await signIn(context, "scoped");
	const owner = await browser.newContext({ baseURL: product.origin });
	onCleanup(() => owner.close());
	await signIn(owner, "owner");
	return makeFleet(owner, `Ward ${Math.random().toString(36).slice(2, 8)}`);
});

async function makeFleet(owner: BrowserContext, word: string): Promise<ScopedFleet> {
	const names = namesIn({ word });
	const groups = await call<GroupListRow[]>(owner, "group.getGroups", {}, true);
	const pharmacyId = groups.find(({ name }) => name === "Pharmacy")?.id ?? "";
	const hiddenId = await makeGroup(owner, names.hidden, { kind: "static", deviceIds: [] });
	const filterIds = [
		await makeGroup(owner, `By model ${word}`, { kind: "dynamic", filter: { models: [word] } }),
		await makeGroup(owner, `By tag ${word}`, { kind: "dynamic", filter: { tags: [word] } }),
	];
	const first = await addLogger(owner, names.first, { groupIds: [pharmacyId, hiddenId] });
	const second = await addLogger(owner, names.second, { groupIds: [pharmacyId] });
	const outside = await addLogger(owner, names.outside, { groupIds: [hiddenId] });
	return { owner, word, pharmacyId, first, second, outside, hiddenId, filterIds };
}

async function makeGroup(owner: BrowserContext, name: string, members: object): Promise<string> {
	const input = { name, description: "", colour: null, defaults: {}, members };
	return (await call<{ id: string }>(owner, "group.createGroup", input)).id;
}
