import { Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconColumns3 } from "@tabler/icons-react";
import { t } from "../../words/made/lists";
import { IconButton } from "../form/icon-button";
import layout from "../layout/layouts.module.css";
import type { Column } from "./column";
import { type ColumnChoice, canHide } from "./column-preferences";

const narrow = "(max-width: 720px)";
const usual = "(max-width: 1700px)";

type ColumnChooserProps<Row> = { columns: Column<Row>[]; choice: ColumnChoice };

export function ColumnChooser<Row>({ columns, choice }: ColumnChooserProps<Row>) {
	const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
	const isUsual = useMediaQuery(usual, false, { getInitialValueInEffect: false });
	const choices = columns.filter(canHide);
	if (choices.length === 0) return null;
	const { shown, ticked, tick, reset } = choice;
	return (
		<Menu width={240} closeOnItemClick={false}>
			<Menu.Target>
				<IconButton label={t("columns")} icon={<IconColumns3 size={17} stroke={1.7} />} />
			</Menu.Target>
			<Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
				{choices.map((column) => {
					const { id, header, isMinor, isSpare } = column;
					const hasRoom = !(isNarrow && isMinor) && !(isUsual && isSpare);
					const isCrowdedOut = !hasRoom && shown.includes(id) && !ticked.includes(id);
					const isShown = shown.includes(id) && !isCrowdedOut;
					return (
						<Menu.CheckboxItem
							key={id}
							checked={isShown}
							onChange={() => tick(column, !isShown)}
							rightSection={isCrowdedOut && <span className={layout.smaller}>{t("columns.noRoom")}</span>}
						>
							{header}
						</Menu.CheckboxItem>
					);
				})}
				<Menu.Divider />
				<Menu.Item onClick={reset}>{t("columns.reset")}</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
