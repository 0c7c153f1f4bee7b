import axe from "axe-core";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Workshop } from "../workshop/workshop";
import { show } from "./show";

const files = import.meta.glob<Record<string, unknown>>("../../client/ui/{form,feedback,layout,table,time}/*.tsx", {
	eager: true,
});

/** Components are functions, or objects that the router's links are made of. */
const exported = Object.values(files)
	.flatMap((file) => Object.entries(file))
	// It only draws the rows of a list of more than 200.
	.filter(([name]) => name !== "VirtualRows")
	.filter(([name, value]) => /^[A-Z]/.test(name) && (typeof value === "function" || typeof value === "object"));

type Fiber = { elementType: unknown; type: unknown; child: Fiber | null; sibling: Fiber | null };

/** The components that React has drawn, read from its tree. */
function drawn(): Set<unknown> {
	const types = new Set<unknown>();
	for (const element of document.querySelectorAll("*")) {
		const key = Object.keys(element).find((name) => name.startsWith("__reactContainer$"));
		if (key !== undefined) collect(Reflect.get(element, key), types);
	}
	return types;
}

function collect(fiber: Fiber | null, types: Set<unknown>): void {
	for (let next = fiber; next !== null; next = next.sibling) {
		types.add(next.type).add(next.elementType);
		collect(next.child, types);
	}
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

async function faults(within: Element[]): Promise<string[]> {
	const { violations } = await axe.run({ include: within }, { runOnly: rules, resultTypes: ["violations"] });
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

/** Overlays fade in, and axe reads colors as they are at that moment. */
function isOpaque(element: Element | null): boolean {
	return element === null || (getComputedStyle(element).opacity === "1" && isOpaque(element.parentElement));
}

describe("the workshop", () => {
	test("shows every control of the interface, and axe finds no fault in any", async () => {
		await show(<Workshop />, { at: "/?" });
		const types = drawn();
		expect(await faults([document.body])).toEqual([]);
		const openers = page.getByRole("button", { name: /^(Open |Add filter|API|Columns)/ });
		const overlays = () =>
			[...document.querySelectorAll("[role=dialog], [role=menu]")].filter((each) => each.checkVisibility());
		for (const opener of openers.elements()) {
			await userEvent.click(opener);
			await expect.poll(() => overlays().length > 0 && overlays().every(isOpaque)).toBe(true);
			for (const type of drawn()) types.add(type);
			expect(await faults([opener, ...overlays()])).toEqual([]);
			await userEvent.keyboard("{Escape}");
			await expect.poll(overlays).toEqual([]);
		}
		expect(exported.filter(([, value]) => !types.has(value)).map(([name]) => name)).toEqual([]);
	});
});
