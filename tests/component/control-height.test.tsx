import { Button, NumberInput, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { StatusChip } from "../../client/ui/feedback/status-chip";
import { MultiSelect, Select } from "../../client/ui/form/select";
import { show } from "./show";

const sizes = ["xs", "sm", "md"] as const;

const controls: ReactNode = sizes.map((size) => (
	<div key={size}>
		<TextInput label={size} size={size} />
		<PasswordInput label={`Password ${size}`} size={size} />
		<NumberInput label={`Number ${size}`} size={size} />
		<Select label={`One ${size}`} size={size} data={["A"]} />
		<MultiSelect label={`Some ${size}`} size={size} data={["A"]} />
		<Button size={size}>Save</Button>
		<SegmentedControl size={size} data={["Day", "Week"]} />
	</div>
));

const heights = () => [
	...new Set(
		[...document.querySelectorAll(".mantine-Input-wrapper, .mantine-Button-root, .mantine-SegmentedControl-root")].map(
			(control) => control.getBoundingClientRect().height,
		),
	),
];

test("Inputs, selects, buttons and choices have one height in every size", async () => {
	await show(controls);
	await expect.element(page.getByRole("button").first()).toBeVisible();
	expect(heights()).toEqual([36]);
});

test("Long texts wrap in a button and end with an ellipsis in a chip, both as wide as their place", async () => {
	const text = "Walk-in freezer behind the loading dock of the northern distribution centre";
	await show(
		<div style={{ width: 200 }}>
			<Button>{text}</Button>
			<StatusChip tone="warn">{text}</StatusChip>
		</div>,
	);
	const button = page.getByRole("button").element();
	const label = button.querySelector(".mantine-Button-label");
	expect([button.clientWidth <= 200, label?.scrollWidth === label?.clientWidth]).toEqual([true, true]);
	expect(button.clientHeight).toBeGreaterThan(36);
	expect(button.scrollHeight).toBe(button.clientHeight);
	const chip = page.getByText(text).last().element();
	expect([chip.clientWidth, getComputedStyle(chip).textOverflow, chip.clientHeight]).toEqual([200, "ellipsis", 22]);
});
