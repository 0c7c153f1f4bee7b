import { Checkbox, SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import { limits } from "../../../../shared/base/limits";
import { quantityInSentence } from "../../../../shared/formats/quantity-titles";
import type { Quantity } from "../../../../shared/formats/units";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/log";
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
					label={t("table.raw")}
					checked={requested.isRaw}
					onChange={({ currentTarget: { checked } }) => onSearch({ raw: checked ? "on" : undefined })}
				/>
			)}
			<Select
				aria-label={t("table.sort")}
				className={classes.sort}
				size="xs"
				data={[
					{ value: "", label: t("sort.newest") },
					{ value: "oldest", label: t("sort.oldest") },
					{ value: "device", label: t("sort.device") },
					...sortsByValue(requested.sort, measured),
				]}
				value={sortText(requested.sort) ?? ""}
				onChange={(value) => onSearch({ sort: value === "" ? undefined : value })}
			/>
			<SegmentedControl
				aria-label={t("table.form")}
				disabled={"quantity" in state.sort}
				data={[
					{ value: "wide", label: t("table.wide") },
					{ value: "long", label: t("table.long") },
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
			{ value: `highest.${quantity}`, label: t("sort.highest", { quantity: title }) },
			{ value: `lowest.${quantity}`, label: t("sort.lowest", { quantity: title }) },
		];
	});
}

export function ExtremesNote({ sort, readingCount }: { sort: LogSort; readingCount: number }) {
	if (!("quantity" in sort)) return null;
	const quantity = quantityInSentence(sort.quantity);
	const isHighest = sort.order === "highest-first";
	const values = { count: readingCount, quantity };
	const some = isHighest ? t("extremes.highest", values) : t("extremes.lowest", values);
	const all = isHighest ? t("extremes.allHighest", { quantity }) : t("extremes.allLowest", { quantity });
	return <p className={`${layout.note} ${classes.extremes}`}>{readingCount < limits.logExtremes ? all : some}</p>;
}
