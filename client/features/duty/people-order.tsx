import { IconArrowDown, IconArrowUp, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { IconButton } from "../../ui/form/icon-button";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/duty";
import classes from "./duty.module.css";

type PeopleOrderProps = {
	contactIds: string[];
	options: { value: string; label: string }[];
	nameOf: (contactId: string) => string;
	error: string | undefined;
	onChange: (contactIds: string[]) => void;
};

/** The order of turns. A person may be in it twice. */
export function PeopleOrder({ contactIds, options, nameOf, error, onChange }: PeopleOrderProps) {
	const box = useRef<HTMLDivElement>(null);
	const known = new Set(options.map(({ value }) => value));
	const swap = (index: number, other: number) => {
		const [one, two] = [contactIds[index], contactIds[other]];
		if (one === undefined || two === undefined) return;
		onChange(contactIds.map((id, position) => (position === index ? two : position === other ? one : id)));
	};
	const remove = (index: number) => {
		onChange(contactIds.filter((_, position) => position !== index));
		box.current?.querySelector<HTMLElement>("input")?.focus();
	};
	return (
		<div ref={box} className={layout.stack}>
			{contactIds.length > 0 && (
				<ol className={`${layout.plain} ${classes.order}`} aria-label={t("order")}>
					{contactIds.map((id, index) => {
						const name = nameOf(id);
						return (
							// biome-ignore lint/suspicious/noArrayIndexKey: a person may stand in the order twice
							<li key={index} className={classes.person}>
								<span className={classes.personName}>
									{index + 1}. {name}
									{!known.has(id) && (
										<Select
											aria-label={t("order.replaceOne", { number: index + 1 })}
											placeholder={t("order.replace")}
											searchable
											limit={100}
											data={options}
											value={null}
											onChange={(heir) => onChange(contactIds.map((each) => (each === id ? heir : each)))}
										/>
									)}
								</span>
								<IconButton
									label={t("order.up", { name })}
									icon={<IconArrowUp size={16} />}
									disabled={index === 0}
									onClick={() => swap(index, index - 1)}
								/>
								<IconButton
									label={t("order.down", { name })}
									icon={<IconArrowDown size={16} />}
									disabled={index === contactIds.length - 1}
									onClick={() => swap(index, index + 1)}
								/>
								<IconButton
									label={t("order.remove", { name })}
									icon={<IconX size={16} />}
									onClick={() => remove(index)}
								/>
							</li>
						);
					})}
				</ol>
			)}
			<Select
				label={t("order.add")}
				description={t("order.help")}
				searchable
				limit={100}
				nothingFoundMessage={t("order.none")}
				data={options}
				value={null}
				error={error}
				onChange={(id) => onChange([...contactIds, id])}
			/>
		</div>
	);
}
