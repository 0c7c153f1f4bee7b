/** What an area cannot do in this version: said in its list, in each of its records, and on the dashboard. */
export const unbuiltAreas = {
	alerts: "Alerts are read-only in this version, and none is evaluated yet: nobody is notified.",
	reports: "Reports are read-only in this version, and none is run or sent yet.",
	contacts: "Contacts are read-only in this version, and nothing is sent to them yet.",
	users: "Users are read-only in this version: none can be invited, changed or removed here.",
} as const;
