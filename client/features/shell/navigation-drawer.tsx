import { Drawer } from "@mantine/core";
import type { Role } from "../../../shared/account/permissions";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import classes from "./frame.module.css";
import { TimeSwitch } from "./header-controls";
import { SideNavigation } from "./side-navigation";

type NavigationDrawerProps = { isOpen: boolean; title: string; role: Role; onClose: () => void };

export function NavigationDrawer({ isOpen, title, role, onClose }: NavigationDrawerProps) {
	return (
		<Drawer opened={useOpenedLate(isOpen)} onClose={onClose} position="left" size={280} title={title}>
			<SideNavigation role={role} onGo={onClose} />
			<div className={classes.drawerTools}>
				<TimeSwitch isWide />
			</div>
		</Drawer>
	);
}
