import { VisuallyHidden } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { type MouseEvent, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from "react";
import { t } from "../../words/made/lists";
import { lazyPart } from "../feedback/lazy-parts";
import classes from "./filter-bar.module.css";
import { FilterChips } from "./filter-chips";
import type { FilterField } from "./filter-field";
import type { ListNoun } from "./list-noun";

// The dashboard loads this file, so no control of Mantine belongs here.

const FilterPanel = lazyPart(async () => (await import("./filter-panel")).FilterPanel);

type FilterBarProps = {
	things: ListNoun | "dashboard" | "log";
	fields: FilterField[];
	search?: ReactNode;
	isFiltered: boolean;
	onClear: () => void;
	count?: string;
	views?: ReactNode;
	children?: ReactNode;
};

/** The filters of every list, the log and the dashboard. On a phone one button with their number opens them all. */
export function FilterBar({ things, fields, search, isFiltered, onClear, count, views, children }: FilterBarProps) {
	const [openName, setOpenName] = useState<string | null>(null);
	const bar = useRef<HTMLElement>(null);
	const add = useRef<HTMLButtonElement>(null);
	const anchor = useRef<HTMLButtonElement>(null);
	const left = useRef<{ button: HTMLElement; index: number } | null>(null);
	const setCount = fields.filter(({ chip }) => chip !== null).length;
	const chips = () => [...(bar.current?.querySelectorAll<HTMLElement>(`.${classes.chips} > li`) ?? [])];
	const leave = (button: HTMLElement) => {
		left.current = { button, index: chips().findIndex((chip) => chip.contains(button)) };
	};
	// A chip that had the focus and is gone passes it to the chip in its place, or to the button that adds one.
	useLayoutEffect(() => {
		if (left.current === null || left.current.button.isConnected) return;
		const chip = chips().at(Math.min(left.current.index, chips().length - 1));
		left.current = null;
		if (document.activeElement === document.body) (chip?.querySelector<HTMLElement>("button") ?? add.current)?.focus();
	});
	const open = (name: string, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
		anchor.current = currentTarget;
		setOpenName(openName === name ? null : name);
	};
	const close = (isFocusBack: boolean) => {
		if (anchor.current && isFocusBack) {
			anchor.current.focus();
			leave(anchor.current);
		}
		setOpenName(null);
	};
	return (
		<div className={classes.bar}>
			{views}
			<search ref={bar} className={classes.filters} aria-label={t("filter.label", { noun: things })}>
				{search}
				{fields.length > 0 && (
					<button
						ref={add}
						type="button"
						className={classes.add}
						aria-haspopup="dialog"
						aria-expanded={openName === everyField}
						onClick={(event) => open(everyField, event)}
					>
						<IconFilterPlus size={16} stroke={1.7} aria-hidden="true" />
						<span className={classes.wide}>{t("filter.add")}</span>
						<span className={classes.narrow}>
							<VisuallyHidden>{t("filter.all")}</VisuallyHidden>
							{setCount > 0 && ` (${setCount})`}
						</span>
					</button>
				)}
				<FilterChips fields={fields} openName={openName} onOpen={open} onLeave={leave} />
				{children}
				{isFiltered && (
					<button
						type="button"
						className={classes.clear}
						onClick={({ currentTarget }) => {
							leave(currentTarget);
							onClear();
						}}
					>
						{t("filter.clearAll")}
					</button>
				)}
				<div className={classes.count} role="status">
					{count}
				</div>
				{openName !== null && (
					<Suspense>
						<FilterPanel
							key={openName}
							anchor={anchor}
							fields={fields}
							openName={openName}
							onClear={isFiltered ? onClear : null}
							onClose={close}
						/>
					</Suspense>
				)}
			</search>
		</div>
	);
}

const everyField = "";
