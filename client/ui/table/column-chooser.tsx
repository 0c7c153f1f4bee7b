import { Button, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { Column } from "../data-table";
import { canHide, usualColumns } from "./column-wishes";

type ColumnChooserProps<Row> = {
	columns: Column<Row>[];
	/** Ids of the columns that are shown. */
	shown: string[];
	onChange: (shown: string[]) => void;
};

/** Which columns of a list are shown. */
export function ColumnChooser<Row>({ columns, shown, onChange }: ColumnChooserProps<Row>) {
	const choices = columns.filter(canHide);
	if (choices.length === 0) return null;
	const toggle = (id: string) => onChange(shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id]);
	return (
		<Menu width={240} closeOnItemClick={false}>
			<Menu.Target>
				<Button variant="default" leftSection={<IconColumns3 size={17} stroke={1.7} />}>
					Columns
				</Button>
			</Menu.Target>
			<Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
				{choices.map(({ id, header }) => (
					<Menu.CheckboxItem key={id} checked={shown.includes(id)} onChange={() => toggle(id)}>
						{header}
					</Menu.CheckboxItem>
				))}
				<Menu.Divider />
				<Menu.Item onClick={() => onChange(usualColumns(columns))}>Reset</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}
