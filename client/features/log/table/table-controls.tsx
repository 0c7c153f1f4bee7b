import { Checkbox, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { limits } from "../../../../shared/base/limits";
import { quantityInSentence } from "../../../../shared/formats/quantity-titles";
import type { Quantity } from "../../../../shared/formats/units";
import { Select } from "../../../ui/form/select";
import { countText } from "../../../ui/format";
import classes from "../log.module.css";
import type { LogSearch } from "../state/log-search";
import { type LogForm, type LogSort, type LogState, sortText } from "../state/log-state";

type TableControlsProps = {
	state: LogState;
	requested: LogState;
	form: LogForm;
	hasRaw: boolean;
	measured: Quantity[];
	onSearch: (change: LogSearch) => void;
	children?: ReactNode;
};

export function TableControls(props: TableControlsProps) {
	const { state, requested, form, hasRaw, measured, onSearch } = props;
	return (
		<div className={classes.tableHead}>
			{props.children}
			{form === "long" && (hasRaw || state.isRaw) && (
				<Checkbox
					size="xs"
					label="Raw values"
					checked={requested.isRaw}
					onChange={({ currentTarget: { checked } }) => onSearch({ raw: checked ? "on" : undefined })}
				/>
			)}
			<Select
				aria-label="Sort"
				className={classes.sort}
				size="xs"
				data={[
					{ value: "", label: "Newest first" },
					{ value: "oldest", label: "Oldest first" },
					{ value: "device", label: "By device" },
					...sortsByValue(requested.sort, measured),
				]}
				value={sortText(requested.sort) ?? ""}
				onChange={(value) => onSearch({ sort: value === "" ? undefined : value })}
			/>
			<SegmentedControl
				aria-label="One row"
				size="xs"
				disabled={"quantity" in state.sort}
				data={[
					{ value: "wide", label: "Per timestamp" },
					{ value: "long", label: "Per value" },
				]}
				value={form}
				onChange={(value) => onSearch({ form: value })}
			/>
		</div>
	);
}

function sortsByValue(sort: LogSort, measured: Quantity[]) {
	const chosen = "quantity" in sort ? [sort.quantity] : [];
	return [...new Set([...measured, ...chosen])].flatMap((quantity) => {
		// Open and closed have no order.
		if (quantity === "door") return [];
		const title = quantityInSentence(quantity);
		return [
			{ value: `highest.${quantity}`, label: `Highest ${title}` },
			{ value: `lowest.${quantity}`, label: `Lowest ${title}` },
		];
	});
}

export function ExtremesNote({ sort, readingCount }: { sort: LogSort; readingCount: number }) {
	if (!("quantity" in sort)) return null;
	const title = quantityInSentence(sort.quantity);
	const side = sort.order === "highest-first" ? "highest" : "lowest";
	const which =
		readingCount < limits.logExtremes
			? `Every reading of ${title}`
			: `The ${countText(readingCount)} ${side} readings of ${title}`;
	return (
		<p className={classes.extremes}>
			{which} in this range, {side} first.
		</p>
	);
}
