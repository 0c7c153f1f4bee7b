import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { Suspense } from "react";
import { latePart, useLateMenu } from "../../ui/feedback/lazy-parts";
import { MissingMenu } from "./missing-menu";
import type { Scheme } from "./theme-menu-entries";

const ThemeMenuEntries = latePart(async () => (await import("./theme-menu-entries")).ThemeMenuEntries, MissingMenu);

const schemes: Scheme[] = [
	{ value: "light", label: "Light", icon: IconSun },
	{ value: "dark", label: "Dark", icon: IconMoon },
	{ value: "auto", label: "As the system", icon: IconDeviceDesktop },
];

export function ThemeMenu() {
	const { colorScheme, setColorScheme } = useMantineColorScheme();
	const { menu, buttonProps } = useLateMenu();
	const chosen = schemes.find(({ value }) => value === colorScheme);
	const ChosenIcon = chosen?.icon ?? IconDeviceDesktop;
	return (
		<>
			<ActionIcon
				{...buttonProps}
				variant="subtle"
				color="gray"
				size={34}
				aria-label={`Theme: ${chosen?.label ?? "As the system"}`}
			>
				<ChosenIcon size={19} stroke={1.7} />
			</ActionIcon>
			<Suspense>
				<ThemeMenuEntries menu={menu} schemes={schemes} chosen={colorScheme} onChoose={setColorScheme} />
			</Suspense>
		</>
	);
}
