import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun, type TablerIcon } from "@tabler/icons-react";

const schemes: { value: MantineColorScheme; label: string; icon: TablerIcon }[] = [
	{ value: "light", label: "Light", icon: IconSun },
	{ value: "dark", label: "Dark", icon: IconMoon },
	{ value: "auto", label: "As the system", icon: IconDeviceDesktop },
];

export function ThemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const chosen = schemes.find(({ value }) => value === colorScheme);
	const ChosenIcon = chosen?.icon ?? IconDeviceDesktop;
	return (
		<Menu>
			<Menu.Target>
				<ActionIcon variant="subtle" color="gray" size={34} aria-label={`Theme: ${chosen?.label ?? "As the system"}`}>
					<ChosenIcon size={19} stroke={1.7} />
				</ActionIcon>
			</Menu.Target>
			<Menu.Dropdown>
				{schemes.map(({ value, label, icon: SchemeIcon }) => (
					<Menu.Item
						key={value}
						role="menuitemradio"
						aria-checked={value === colorScheme}
						leftSection={<SchemeIcon size={17} stroke={1.7} />}
						rightSection={value === colorScheme ? <IconCheck size={15} /> : undefined}
						onClick={() => setColorScheme(value)}
					>
						{label}
					</Menu.Item>
				))}
			</Menu.Dropdown>
		</Menu>
	);
}
