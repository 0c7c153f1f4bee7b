import { Menu, Tooltip, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useEffect } from "react";
import { useScreenCommands } from "../../base/screen-commands";
import { t } from "../../words/made/lists";
import { SmallButton, SubtleButton } from "../form/buttons";
import classes from "./bulk-bar.module.css";
import type { ListNoun } from "./list-noun";
import { ActionItem } from "./row-menu";
import type { Selection } from "./use-selection";

export type BulkAction<Row> = {
	id: string;
	label: (count: number) => string;
	icon?: ReactNode;
	isDangerous?: boolean;
	isInMenu?: boolean;
	denial?: string | null | undefined;
	/** Lower case. Runs for the selection, else for the focused row. */
	shortcut?: string;
	onRun: (rows: Row[], done: () => void) => void;
};

type BulkBarProps<Row> = {
	selection: Selection<Row>;
	noun: ListNoun;
	totalCount: number;
	actions: BulkAction<Row>[];
	children?: ReactNode;
};

export function BulkBar<Row>({ selection, noun, totalCount, actions, children }: BulkBarProps<Row>) {
	const isOpen = selection.count > 0;
	useScreenCommands(() =>
		actions
			.filter(() => isOpen)
			.map(({ id, label: labelOf, denial, onRun }) => {
				const label = labelOf(selection.count);
				const counted = t("things", { noun, count: selection.count });
				// Most labels include the count.
				const note = label.includes(counted) ? "" : t("selection.things", { noun, count: selection.count });
				return { id, label, note, denial, onRun: () => onRun(selection.rows, selection.clear) };
			}),
	);
	const place = useElementSize();
	const bar = useElementSize();
	// Its lower part, where the bar is, stays in view in a long list.
	const style = { "--hidden": `${Math.max(0, place.height - bar.height)}px` } as CSSProperties; // React's types know no custom properties
	return (
		<div ref={place.ref} className={classes.place} data-open={isOpen || undefined} style={style}>
			{children && (
				<div className={classes.behind} inert={isOpen} data-hidden={isOpen || undefined}>
					{children}
				</div>
			)}
			{isOpen && (
				<div ref={bar.ref} className={classes.rail}>
					<OpenBar selection={selection} noun={noun} totalCount={totalCount} actions={actions} />
				</div>
			)}
			<VisuallyHidden component="div" role="status">
				{isOpen && t("selection.things", { noun, count: selection.count })}
			</VisuallyHidden>
		</div>
	);
}

const wordsWidth = 430;
const buttonWidth = 205;

function OpenBar<Row>({ selection, noun, totalCount, actions }: Omit<BulkBarProps<Row>, "children">) {
	const { ref, width } = useElementSize();
	const { count, isAll, rows, selectAll, clear } = selection;
	const room = Math.max(0, Math.floor((width - wordsWidth) / buttonWidth));
	const beside = actions.filter(({ isInMenu }) => !isInMenu).slice(0, room);
	const inMenu = actions.filter((action) => !beside.includes(action));
	useEffect(() => {
		// The bar may have opened over the selected row.
		document.activeElement?.scrollIntoView({ block: "nearest" });
	}, []);
	return (
		<section ref={ref} className={classes.bar} aria-label={t("selection.title", { noun })}>
			<span className={classes.count}>{t("selection.count", { count })}</span>
			{!isAll && (
				<SubtleButton size="compact-md" onClick={selectAll}>
					{t("selection.all", { count: totalCount })}
				</SubtleButton>
			)}
			<SubtleButton size="compact-md" onClick={clear}>
				{t("selection.clear")}
			</SubtleButton>
			<div className={classes.actions}>
				{beside.map((action) => (
					<BarButton key={action.id} action={action} count={count} onRun={() => action.onRun(rows, clear)} />
				))}
				{inMenu.length > 0 && (
					<Menu width={270}>
						<Menu.Target>
							<SmallButton rightSection={<IconChevronDown size={15} />}>
								{beside.length > 0 ? t("actions.others") : t("actions")}
							</SmallButton>
						</Menu.Target>
						<Menu.Dropdown className={classes.menu}>
							{inMenu.map((action) => (
								<ActionItem
									key={action.id}
									{...action}
									label={action.label(count)}
									onRun={() => action.onRun(rows, clear)}
								/>
							))}
						</Menu.Dropdown>
					</Menu>
				)}
			</div>
		</section>
	);
}

type BarButtonProps<Row> = { action: BulkAction<Row>; count: number; onRun: () => void };

function BarButton<Row>({ action, count, onRun }: BarButtonProps<Row>) {
	const { label, icon, isDangerous, denial } = action;
	const isDenied = Boolean(denial);
	return (
		<Tooltip label={denial} disabled={!isDenied} multiline maw={280}>
			<SmallButton
				leftSection={icon}
				className={isDangerous && !isDenied ? classes.dangerous : undefined}
				aria-disabled={isDenied || undefined}
				data-disabled={isDenied || undefined}
				onClick={isDenied ? undefined : onRun}
			>
				{label(count)}
			</SmallButton>
		</Tooltip>
	);
}
