// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"
#include "widgets/timeline/timeline_lanes.h"

class QPushButton;
class QStackedLayout;

namespace lockdesk {

class CountPart;
class EmptyState;
class FilterBox;
class LaneView;
class Segmented;

/// Events as lanes: a lane per worker or per lock; leases as bars, with marks for events. A selected span of time filters
/// the tables of the other pages.
class TimelinePage final : public ConsolePage
{
    Q_OBJECT

public:
    explicit TimelinePage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString key() const override { return QStringLiteral("timeline"); }
    [[nodiscard]] QString title() const override { return tr("Timeline"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("timeline"); }
    [[nodiscard]] QString statusText() const override;
    void setActive(bool active) override;
    void focusFilter() override;
    void focusContent() override;
    void applyFilter(const QString& text) override;
    bool escape() override;

    [[nodiscard]] const TimelineLanes& source() const { return m_lanes; }
    [[nodiscard]] LaneView* view() const { return m_view; }
    [[nodiscard]] Segmented* choice() const { return m_choice; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTools();
    void buildView();
    void fitNames();
    void refreshLanes();
    void dressEmpty();
    void moveOn();
    void refreshTexts();
    void openLane(int lane);

    PageContext m_context;
    TimelineLanes m_lanes;
    Segmented* m_choice;
    FilterBox* m_filter;
    CountPart* m_count = nullptr;
    QPushButton* m_follow = nullptr;
    QStackedLayout* m_stack;
    LaneView* m_view;
    EmptyState* m_empty;
    std::size_t m_rows = 0;
    bool m_active = false;
};

} // namespace lockdesk
