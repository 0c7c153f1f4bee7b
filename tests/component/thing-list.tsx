import type { RenderResult } from "vitest-browser-react";
import type { BulkAction } from "../../client/ui/table/bulk-bar";
import { EntityList } from "../../client/ui/table/entity-list";
import type { ListPages } from "../../client/ui/table/export-pages";
import { NameLink } from "../../client/ui/table/list-columns";
import type { Facet, ListColumn } from "../../client/ui/table/list-rows";
import type { RowAction } from "../../client/ui/table/row-menu";
import { show } from "./show";

/** A list that no screen has, for what every list does. */
export type Thing = { id: string; name: string; kind: "dry" | "wet" | "torn"; size: number };

export const thing = (name: string, change: Partial<Thing> = {}): Thing => ({
	id: name.toLowerCase().replaceAll(" ", "-"),
	name,
	kind: "dry",
	size: 1,
	...change,
});

export const manyThings = (count: number): Thing[] =>
	Array.from({ length: count }, (_, index) => thing(`Thing ${index + 1}`, { size: index }));

export const columns: [ListColumn<Thing>, ...ListColumn<Thing>[]] = [
	{
		id: "name",
		header: "Thing",
		value: ({ name }) => name,
		cell: ({ id, name }) => (
			<NameLink to="/devices/$deviceId" params={{ deviceId: id }}>
				{name}
			</NameLink>
		),
	},
	{ id: "size", header: "Size", isNumber: true, value: ({ size }) => size },
	{ id: "kind", header: "Kind", isMinor: true, value: ({ kind }) => kind },
	{ id: "code", header: "Code", isSpare: true, value: ({ id }) => id },
	{ id: "note", header: "Note", isOptional: true, value: ({ id }) => `About ${id}` },
];
const facets: Facet<Thing>[] = [
	{
		name: "kind",
		label: "Kind",
		options: [
			{ value: "dry", label: "Dry" },
			{ value: "wet", label: "Wet" },
			{ value: "torn", label: "Torn" },
		],
		of: ({ kind }) => kind,
	},
];
const rowKey = ({ id }: Thing) => id;
const searched = ({ name }: Thing) => [name];

type Doings = {
	rowActions?: (row: Thing) => RowAction[];
	bulkActions?: BulkAction<Thing>[];
	columns?: typeof columns;
	onOlder?: () => void;
	pages?: ListPages<Thing>;
};

type ThingList = RenderResult & {
	address: () => string;
	go: (address: string) => Promise<void>;
	back: () => void;
};

export async function showThings(
	rows: Thing[],
	{ at = "/", ...doings }: Doings & { at?: string } = {},
): Promise<ThingList> {
	const { router, ...screen } = await show(
		<main>
			<EntityList
				title="Things"
				noun="thing"
				rows={rows}
				rowKey={rowKey}
				columns={columns}
				facets={facets}
				searched={searched}
				searchHint="Name"
				api={null}
				empty={{ icon: null, title: "No things yet", text: "" }}
				{...doings}
			/>
		</main>,
		{ at },
	);
	return {
		...screen,
		address: () => router.state.location.href,
		go: (address) => router.navigate({ href: address }),
		back: () => router.history.back(),
	};
}

export const rowNames = () => textsOf("tbody tr[data-row] th[scope=row]");
export const selectedNames = () => textsOf("tbody tr[data-selected] th[scope=row]");
export const headers = () =>
	[...document.querySelectorAll("thead th")].filter(isRendered).map(({ textContent }) => textContent);
export const focusedText = () =>
	document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "";

function textsOf(selector: string): string[] {
	return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
}

function isRendered(element: Element): boolean {
	return element.getBoundingClientRect().width > 0;
}
