/** The libraries alone of a trading app as it is commonly built with React: what such an app imports by name, and none of its own code. */
import {
  Button,
  Dialog,
  Form,
  InfiniteScroll,
  Input,
  List,
  NavBar,
  Picker,
  Popup,
  PullToRefresh,
  Skeleton,
  Stepper,
  Switch,
  TabBar,
  Tabs,
  Toast,
} from 'antd-mobile';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import i18next from 'i18next';
import { CandlestickSeries, createChart } from 'lightweight-charts';
import { autorun, makeAutoObservable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, RouterProvider, useNavigate } from 'react-router';
import { io } from 'socket.io-client';

// Named on the page, so that the build keeps them.
Object.assign(globalThis, {
  antd: [
    Button,
    Dialog,
    Form,
    InfiniteScroll,
    Input,
    List,
    NavBar,
    Picker,
    Popup,
    PullToRefresh,
    Skeleton,
    Stepper,
    Switch,
    TabBar,
    Tabs,
    Toast,
  ],
  time: [dayjs, utc, timezone],
  words: i18next,
  chart: [createChart, CandlestickSeries],
  state: [makeAutoObservable, autorun, runInAction, observer],
  page: [createElement, useEffect, useState, createRoot, createBrowserRouter, RouterProvider, Link, useNavigate],
  socket: io,
});
