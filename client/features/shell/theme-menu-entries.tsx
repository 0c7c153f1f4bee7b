import { type MantineColorScheme, Menu } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import type { LateMenu } from "../../ui/feedback/lazy-parts";
import { ButtonMenu } from "../../ui/layout/button-menu";
import classes from "./theme-menu.module.css";

export type Scheme = { value: MantineColorScheme; label: string; icon: TablerIcon };

type ThemeMenuEntriesProps = {
	menu: LateMenu;
	schemes: Scheme[];
	chosen: MantineColorScheme;
	onChoose: (scheme: MantineColorScheme) => void;
};

export function ThemeMenuEntries({ menu, schemes, chosen, onChoose }: ThemeMenuEntriesProps) {
	const choose = (value: string) => onChoose(schemes.find((scheme) => scheme.value === value)?.value ?? "auto");
	return (
		<ButtonMenu menu={menu}>
			<Menu.RadioGroup value={chosen} onChange={choose}>
				{schemes.map(({ value, label, icon: SchemeIcon }) => (
					<Menu.RadioItem key={value} value={value} closeMenuOnClick>
						<span className={classes.scheme}>
							<SchemeIcon size={17} stroke={1.7} aria-hidden="true" />
							{label}
						</span>
					</Menu.RadioItem>
				))}
			</Menu.RadioGroup>
		</ButtonMenu>
	);
}
