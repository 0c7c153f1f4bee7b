import { parse } from "@formatjs/icu-messageformat-parser";
import { createElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { openArea, type RichElement } from "../../client/words/open-area";

type Words<Text, Element> = {
	save: Record<never, never>;
	from: { name: Text };
	wait: { minutes: number };
	create: { link: Element };
};

const message = (text: string) => parse(text);
const open = (language: string, minutes: string) =>
	openArea<Words<string | number, never>, Words<ReactNode, RichElement>>({
		language,
		messages: {
			save: "Save",
			from: message("From {name}."),
			wait: message(`In {minutes, plural, ${minutes}}`),
			create: message("No account? <link>Create one</link>"),
		},
	});
const english = open("en", "one {# minute} other {# minutes}");

describe("words of an area", () => {
	it("choose the plural form of their language", () => {
		expect([1, 2].map((minutes) => english.t("wait", { minutes }))).toEqual(["In 1 minute", "In 2 minutes"]);
		const polish = open("pl", "one {# minuta} few {# minuty} many {# minut} other {# minuty}");
		expect([1, 3, 5].map((minutes) => polish.t("wait", { minutes }))).toEqual([
			"In 1 minuta",
			"In 3 minuty",
			"In 5 minut",
		]);
	});

	it("never read a value as a message", () => {
		for (const name of ["<link>x</link>", "{name}", "'{'", "{minutes, plural, other {x}}"]) {
			expect(english.t("from", { name })).toBe(`From ${name}.`);
		}
	});

	it("give the text of an element to the part of the screen that shows it", () => {
		const link: RichElement = (label) => createElement("a", null, label);
		const shown = english.rich("create", { link });
		const parts = isValidElement<{ children: ReactNode[] }>(shown) ? shown.props.children : [];
		expect(parts[0]).toBe("No account? ");
		expect((parts[1] as ReactElement<{ children: ReactElement<{ children: ReactNode }> }>).type).toBe("a");
	});
});
