import { Checkbox, createScopedKeydownHandler, Popover, TextInput, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { foldText } from "../../../shared/base/fold-text";
import { t } from "../../words/made/lists";
import { useOpenedLate } from "../feedback/lazy-parts";
import { SubtleButton } from "../form/buttons";
import { countText } from "../format";
import { Standing } from "../layout/button-menu";
import { FilterChips } from "./filter-chips";
import type { ChoiceField, FilterField, FilterOption } from "./filter-field";
import classes from "./filter-panel.module.css";

type FilterPanelProps = {
	anchor: RefObject<HTMLElement | null>;
	fields: FilterField[];
	openName: string;
	onClear: (() => void) | null;
	onClose: (isFocusBack: boolean) => void;
};

export function FilterPanel({ anchor, fields, openName, onClear, onClose }: FilterPanelProps) {
	const [name, setName] = useState(openName);
	const [offered] = useState(() => fields.filter(isOffered).map((field) => field.name));
	const field = fields.find((each) => each.name === name);
	const closeByKey = ({ key, target }: KeyboardEvent) => {
		const isInList = target instanceof HTMLElement && target.getAttribute("aria-expanded") === "true";
		if (key === "Escape" && !isInList) onClose(true);
	};
	return (
		<Popover
			opened={useOpenedLate(true)}
			onChange={(isOpen) => !isOpen && onClose(false)}
			closeOnEscape={false}
			withRoles={false}
			withinPortal={false}
			// The bar scrolls on a phone, and would clip a panel that is not fixed.
			floatingStrategy="fixed"
			width={300}
			position="bottom-start"
			shadow="md"
			trapFocus
		>
			<Popover.Target>
				<Standing element={anchor} />
			</Popover.Target>
			<Popover.Dropdown
				role="dialog"
				aria-label={field?.label ?? t("filter.add")}
				className={classes.panel}
				onKeyDown={closeByKey}
			>
				<div key={name} ref={focusFirst} className={classes.step}>
					{field ? (
						<>
							<div className={classes.head}>
								<button
									type="button"
									className={classes.back}
									aria-label={t("filter.fields.all")}
									onClick={() => setName("")}
								>
									<IconChevronLeft size={16} aria-hidden="true" />
								</button>
								{field.label}
							</div>
							{"form" in field ? (
								field.form(() => onClose(true))
							) : (
								<Options field={field} onDone={() => onClose(true)} />
							)}
						</>
					) : (
						<>
							{openName === "" && (
								<div className={classes.set}>
									<FilterChips fields={fields} openName={null} onOpen={setName} onLeave={leaveChip} />
									{onClear && (
										<SubtleButton size="compact-md" onClick={onClear}>
											{t("filter.clearAll")}
										</SubtleButton>
									)}
								</div>
							)}
							<Fields fields={fields.filter((each) => offered.includes(each.name))} onOpen={setName} />
						</>
					)}
				</div>
			</Popover.Dropdown>
		</Popover>
	);
}

function isOffered(field: FilterField): boolean {
	return "form" in field || field.options()?.length !== 0;
}

function focusFirst(step: HTMLElement | null): void {
	step?.querySelector<HTMLElement>("input, [role=menu] > [tabindex='0']")?.focus();
}

function leaveChip(button: HTMLElement): void {
	focusFirst(button.closest<HTMLElement>(`.${classes.step}`));
}

type FieldsProps = { fields: FilterField[]; onOpen: (name: string) => void };

function Fields({ fields, onOpen }: FieldsProps) {
	return (
		<div role="menu" aria-label={t("filter.fields")} className={classes.menu}>
			{fields.map(({ name, label, chip }, index) => (
				<button
					key={name}
					type="button"
					role="menuitem"
					tabIndex={index === 0 ? 0 : -1}
					data-set={chip !== null || undefined}
					onClick={() => onOpen(name)}
					onKeyDown={walk}
				>
					{label}
					<IconChevronRight size={15} aria-hidden="true" />
				</button>
			))}
		</div>
	);
}

/** The keys of a menu: arrows, the ends, and the first letter of an item. */
const walk = createScopedKeydownHandler({
	siblingSelector: "[role^=menuitem]",
	parentSelector: "[role=menu]",
	orientation: "vertical",
	onKeyDown: ({ key, currentTarget }) => {
		const items = [...(currentTarget.parentElement?.children ?? [])];
		const at = items.indexOf(currentTarget);
		const found = [...items.slice(at + 1), ...items.slice(0, at)].find(
			({ textContent }) => textContent.charAt(0).toLowerCase() === key.toLowerCase(),
		);
		if (found instanceof HTMLElement) found.focus();
	},
});

const searchedFrom = 10;
const shownOptions = 100;

type OptionsProps = { field: ChoiceField; onDone: () => void };

function Options({ field, onDone }: OptionsProps) {
	const { label, chosen, onOpen } = field;
	const [text, setText] = useState("");
	useEffect(() => onOpen?.(), [onOpen]);
	const options = field.options();
	if (options === null) return <p>{t("filter.loading")}</p>;
	const wanted = foldText(text.trim());
	const found = options.filter((option) => foldText(option.label).includes(wanted));
	const shown = found.slice(0, shownOptions);
	const toggle = (value: string) =>
		field.onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
	return (
		<>
			{options.length > searchedFrom && (
				<TextInput
					aria-label={t("filter.findIn", { field: label })}
					placeholder={t("filter.find")}
					value={text}
					onChange={({ currentTarget: { value } }) => setText(value)}
					onKeyDown={({ key, currentTarget }) => {
						const step = currentTarget.closest(`.${classes.step}`);
						if (key === "ArrowDown") step?.querySelector<HTMLElement>("fieldset input, [role^=menuitem]")?.focus();
					}}
				/>
			)}
			{field.isSingle ? (
				<div role="menu" aria-label={label} className={classes.menu}>
					{shown.map((option, index) => (
						<button
							key={option.value}
							type="button"
							role="menuitemradio"
							tabIndex={index === 0 ? 0 : -1}
							aria-checked={chosen.includes(option.value)}
							onClick={() => {
								field.onChoose([option.value]);
								onDone();
							}}
							onKeyDown={walk}
						>
							{optionText(option)}
							{chosen.includes(option.value) && <IconCheck size={15} aria-hidden="true" />}
						</button>
					))}
				</div>
			) : (
				<fieldset className={classes.values}>
					<VisuallyHidden component="legend">{label}</VisuallyHidden>
					{shown.map((option) => (
						<Checkbox
							key={option.value}
							label={optionText(option)}
							description={option.note}
							checked={chosen.includes(option.value)}
							onChange={() => toggle(option.value)}
						/>
					))}
				</fieldset>
			)}
			{found.length === 0 && <p>{t("filter.noMatch")}</p>}
			{found.length > shown.length && <p>{t("filter.more", { count: found.length - shown.length })}</p>}
		</>
	);
}

function optionText({ label, count }: FilterOption): string {
	return count === undefined ? label : `${label} (${countText(count)})`;
}
