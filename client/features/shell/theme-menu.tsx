import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from "@tabler/icons-react";
import classes from "./theme-menu.module.css";

const schemes: { value: MantineColorScheme; label: string; icon: TablerIcon }[] = [
	{ value: "light", label: "Light", icon: IconSun },
	{ value: "dark", label: "Dark", icon: IconMoon },
	{ value: "auto", label: "As the system", icon: IconDeviceDesktop },
];

export function ThemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const chosen = schemes.find(({ value }) => value === colorScheme);
	const ChosenIcon = chosen?.icon ?? IconDeviceDesktop;
	const choose = (value: string) => setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? "auto");
	return (
		<Menu>
			<Menu.Target>
				<ActionIcon variant="subtle" color="gray" size={34} aria-label={`Theme: ${chosen?.label ?? "As the system"}`}>
					<ChosenIcon size={19} stroke={1.7} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.RadioGroup value={colorScheme} onChange={choose}>
					{schemes.map(({ value, label, icon: SchemeIcon }) => (
						<Menu.RadioItem key={value} value={value} closeMenuOnClick>
							<span className={classes.scheme}>
								<SchemeIcon size={17} stroke={1.7} aria-hidden="true" />
								{label}
							</span>
						</Menu.RadioItem>
					))}
				</Menu.RadioGroup>
			</Menu.Dropdown>
		</Menu>
	);
}
